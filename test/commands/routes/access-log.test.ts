import {describe, expect, test} from '@jest/globals';
import {readLogLine} from '../../../src/commands/routes/access-log.ts';
import {pathOfTarget} from '../../../src/core/routes/route-matcher.ts';

describe('a line of', () => {
  test.each([
    {
      // Source: Apache HTTP Server, log files, common log format.
      format: 'the common log format',
      line: '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326',
      want: {method: 'GET', path: '/apache_pb.gif', status: 200},
    },
    {
      // Source: Apache HTTP Server, log files, combined log format.
      format: 'the combined log format, whose agent has a quoted request too',
      line: '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "POST /a?b=c HTTP/1.1" 200 2326 "http://x/start.html" "GET /no HTTP/1.1"',
      want: {method: 'POST', path: '/a', status: 200},
    },
    {
      // Source: Envoy, access logging, default format.
      format: 'Envoy',
      line: '[2016-04-15T20:17:00.310Z] "POST /api/v1/locations HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "locations" "tcp://10.0.2.1:80"',
      want: {method: 'POST', path: '/api/v1/locations', milliseconds: 226, status: 204},
    },
    {
      // Source: Istio, Envoy access logs.
      format: 'Istio',
      line: '[2020-11-25T21:26:18.409Z] "GET /status/418 HTTP/1.1" 418 - via_upstream - "-" 0 135 3 1 "-" "curl/7.73.0-DEV" "84961386-6d84-929d-98bd-c5aee93b5c88" "httpbin:8000" "127.0.0.1:80" inbound|8000|| 127.0.0.1:41854 10.44.1.27:80 10.44.1.23:37652 outbound_.8000_._.httpbin.foo.svc.cluster.local default',
      want: {method: 'GET', path: '/status/418', milliseconds: 3, status: 418},
    },
    {
      format: 'Istio, with JSON',
      line: '{"authority":"httpbin:8000","bytes_received":0,"duration":4,"method":"GET","path":"/get?a=1","protocol":"HTTP/1.1","response_code":200,"upstream_service_time":"3"}',
      want: {method: 'GET', path: '/get', milliseconds: 4, status: 200},
    },
    {
      // Source: Linkerd, HTTP access logging.
      format: 'Linkerd',
      line: '10.42.0.63:51160 traffic.booksapp.serviceaccount.identity.linkerd.cluster.local - [2022-08-23T20:28:20.301798187Z] "GET http://webapp:7000/authors/104 HTTP/2.0" 200',
      want: {method: 'GET', path: '/authors/104'},
    },
    {
      format: 'Linkerd, with JSON',
      line: '{"client.addr":"10.42.0.70:32996","client.id":"traffic.booksapp.serviceaccount.identity.linkerd.cluster.local","host":"webapp:7000","method":"POST","processing_ns":"30036","request_bytes":"33","response_bytes":"0","status":303,"timestamp":"2022-08-23T20:33:42.436964052Z","total_ns":"14122403","trace_id":"","uri":"http://webapp:7000/authors","user_agent":"Go-http-client/1.1","version":"HTTP/2.0"}',
      want: {method: 'POST', path: '/authors', milliseconds: 14.122403, status: 303},
    },
    {
      // Source: Envoy Gateway, proxy access logs.
      format: 'Envoy Gateway',
      line: '{"start_time":"2024-08-08T00:21:14.929Z","method":"HEAD","x-envoy-origin-path":"/pets?a=b","protocol":"HTTP/2","response_code":"429","duration":"1",":authority":"httpbin.example.com"}',
      want: {method: 'HEAD', path: '/pets', milliseconds: 1, status: 429},
    },
    {
      // Source: nginx, ngx_http_log_module, with `escape=json` and its variables as fields.
      format: 'nginx, with JSON',
      line: '{"time":"2026-11-23T10:00:00+00:00","request_method":"GET","request_uri":"/pets?a=b","status":"502","request_time":"1.250"}',
      want: {method: 'GET', path: '/pets', milliseconds: 1250, status: 502},
    },
    {
      // Source: Traefik, access logs, whose duration is in nanoseconds.
      format: 'Traefik, with JSON',
      line: '{"ClientAddr":"10.42.0.1:1","DownstreamStatus":200,"Duration":12500000,"RequestMethod":"PUT","RequestPath":"/pets/7"}',
      want: {method: 'PUT', path: '/pets/7', milliseconds: 12.5, status: 200},
    },
    {
      // Source: Caddy, how logging works.
      format: 'Caddy, with JSON',
      line: '{"level":"info","msg":"handled request","request":{"proto":"HTTP/2.0","method":"GET","host":"shop","uri":"/pets?x"},"duration":0.25,"size":10,"status":429}',
      want: {method: 'GET', path: '/pets', milliseconds: 250, status: 429},
    },
    {
      format: 'Envoy, after the prefix of kubectl',
      line: '[pod/web-1/istio-proxy] 2016-04-15T20:17:00.4Z [2016-04-15T20:17:00.310Z] "GET /a HTTP/2" 204 - 154 0 226 100 "-" "-" "-" "-" "-"',
      want: {method: 'GET', path: '/a', milliseconds: 226, status: 204},
    },
    {
      format: 'JSON, after the prefix of kubectl',
      line: '[pod/web-1/linkerd-proxy] {"method":"GET","uri":"http://webapp:7000/a","total_ns":"2000000"}',
      want: {method: 'GET', path: '/a', milliseconds: 2},
    },
    {
      // Source: Apache HTTP Server, mod_logio.
      format: 'the combined log format with numbers that are not milliseconds',
      line: '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 2326 500 3000 1234 "-"',
      want: {method: 'GET', path: '/a', status: 200},
    },
    {
      format: 'JSON with a negative duration',
      line: '{"method":"GET","path":"/","duration":-1}',
      want: {method: 'GET', path: '/'},
    },
    {
      format: 'JSON, indented, with a quoted request in it',
      line: '  {"method":"POST","path":"/a","user_agent":"GET /no HTTP/1.1","duration":0}',
      want: {method: 'POST', path: '/a', milliseconds: 0},
    },
    {
      format: 'JSON with a duration that has a fraction',
      line: '{"method":"GET","path":"/","duration":"12.25"}',
      want: {method: 'GET', path: '/', milliseconds: 12.25},
    },
    ...['"1s"', '""', 'true'].map((duration) => ({
      format: `JSON with the duration ${duration}, which is not a number`,
      line: `{"method":"GET","path":"/","duration":${duration}}`,
      want: {method: 'GET', path: '/'},
    })),
    {
      format: 'a tunnel',
      line: '::1 - - [x] "CONNECT example.com:443 HTTP/1.1" 200 1',
      want: {method: 'CONNECT', path: 'example.com:443', status: 200},
    },
    {format: 'a list of requests', line: 'get /v1/pets?limit=1', want: {method: 'GET', path: '/v1/pets'}},
    {
      format: 'a list of requests, with characters that clients encode',
      line: 'GET /größe/{x}?ä',
      want: {method: 'GET', path: '/gr%C3%B6%C3%9Fe/%7Bx%7D'},
    },
    {
      format: 'the common log format, with characters that were not encoded',
      line: '::1 - - [x] "GET /größe HTTP/1.1" 200 1',
      want: {method: 'GET', path: '/größe', status: 200},
    },
    {format: 'the first line of a request', line: 'GET /a HTTP/1.1', want: {method: 'GET', path: '/a'}},
    {format: 'a file with CR LF', line: 'GET /v1/pets\r', want: {method: 'GET', path: '/v1/pets'}},
    {
      format: 'a server that logs no version',
      line: '::1 - - [x] "GET /" 200 1',
      want: {method: 'GET', path: '/', status: 200},
    },
  ])('$format', ({line, want}) => {
    expect(readLogLine(line)).toStrictEqual(want);
  });
});

describe('not a request:', () => {
  test.each([
    '',
    'GET',
    'GET /a b',
    'release 2.1',
    'GET /a HTTP/1.1 200',
    '[   0.001065s]  INFO ThreadId(01) linkerd2_proxy: release 2.1',
    '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "-" 408 -',
    '2024-01-01T00:00:00Z INFO starting "server ready"',
    'level=info msg="GET /a and more"',
    'response {"method":"GET"} of "/a"',
    // A TCP connection in Envoy's formats.
    '[2016-04-15T20:17:00.310Z] "- - -" 0 - 154 0 226 - "-" "-" "-" "-" "10.0.2.1:80"',
    '{"method":null,"path":null,"duration":3}',
    '{"method":"-","path":"-"}',
    '{"method":"GET"}',
    '{"method":"GET","path":["/"]}',
    '{"method":"GET","path":""}',
    '{"method":"GET","path":"/"',
    '{}',
    '"GET" /a',
    '\u0000'.repeat(5),
  ])('%j', (line) => {
    expect(readLogLine(line)).toBeUndefined();
  });
});

test.each([
  ['/a', '/a'],
  ['/a?b#c', '/a'],
  ['http://x', '/'],
  ['HTTPS://user:p@x:80/a/b?c', '/a/b'],
  ['*', '*'],
  ['x:80', 'x:80'],
  ['//a', '//a'],
  ['/a://b', '/a://b'],
  ['', ''],
])('the path of the target %s is %s', (target, path) => {
  expect(pathOfTarget(target)).toBe(path);
});

test('a long line is read in proportion to its length', () => {
  const lines = [
    '"GET '.repeat(20_000),
    `"GET /${'a'.repeat(100_000)}`,
    `${' '.repeat(100_000)}x`,
    '"a b'.repeat(20_000),
    '"GET a:'.repeat(20_000),
    `"GET ${'a'.repeat(100_000)}`,
    '{'.repeat(100_000),
    `x ${'[2016-04-15T'.repeat(10_000)}`,
  ];
  expect(lines.flatMap((line) => readLogLine(line) ?? [])).toEqual([]);
});
