import {expect, test} from '@jest/globals';
import {toUnreachable} from '../../../src/io/read/unreadable-source.ts';

const CHECK = 'check the address and the network';

/** Codes of Bun, which single executables contain, and of Node; seen with servers that respond in these ways. */
test.each([
  {response: 'SSH-2.0', code: 'Malformed_HTTP_Response', want: ['the response is not HTTP', CHECK]},
  {
    response: 'a chunk of length "zz"',
    code: 'InvalidHTTPResponse',
    want: ['the response is not HTTP', CHECK],
  },
  {response: 'Content-Length: abc', code: 'InvalidContentLength', want: ['the response is not HTTP', CHECK]},
  {response: '101 without a request', code: 'UnrequestedUpgrade', want: ['the response is not HTTP', CHECK]},
  {response: 'damaged gzip', code: 'ZlibError', want: ['the compressed response is damaged', CHECK]},
  {
    response: 'damaged Brotli',
    code: 'BrotliDecompressionError',
    want: ['the compressed response is damaged', CHECK],
  },
  {
    response: 'damaged Brotli, in Node',
    code: 'ERR__ERROR_FORMAT_PADDING_2',
    want: ['the compressed response is damaged', CHECK],
  },
  {
    response: 'damaged Zstandard',
    code: 'ZstdDecompressionError',
    want: ['the compressed response is damaged', CHECK],
  },
  {
    response: 'HTTP to https://',
    code: 'EPROTO',
    want: ['the server does not speak TLS', 'check the port, or write `http://`'],
  },
  {
    response: 'HTTP to https://, in Node',
    code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    want: ['the server does not speak TLS', 'check the port, or write `http://`'],
  },
])('$response', ({code, want}) => {
  const {message, hint} = toUnreachable(Object.assign(new Error('fetch failed'), {code}));
  expect([message, hint]).toEqual(want);
});
