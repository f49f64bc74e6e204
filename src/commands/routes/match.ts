import {Args} from '@oclif/core';
import {parseJsonMap} from '../../core/base/json.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {hostOfRequest, readRequest} from '../../core/routes/request.ts';
import {anyText, pathPatterns, text} from '../../core/settings/types/index.ts';
import {refuse} from '../../io/print/problems.ts';
import {type ApisArguments, readApisArguments} from '../arguments/apis-arguments.ts';
import {retyped, shellWord} from '../arguments/arguments.ts';
import {
  APIS_FLAGS,
  type CommandFlag,
  INPUT_ARGUMENT,
  JSON_FLAG,
  LOG_FLAGS,
  type OptionValues,
  readTwice,
  switchFlag,
} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {meantRequest, requestFirst, requestProblems, requestWords} from './request-words.ts';
import {type RequestSource, runMatch} from './run-match.ts';

const httpAddress = text({
  name: 'address',
  expected: 'an http(s) address',
  pattern: '^https?://',
  isValid: URL.canParse,
});

/** A hostname, of which a Gateway compares the labels in lower case. */
const host = text({
  name: 'hostname',
  expected: 'a hostname such as "api.example.com", without a scheme or port',
  pattern: '^[^/:]+$',
});

const tokenClaims = text({
  name: 'json',
  expected: 'a map of claims as JSON such as \'{"iss": "https://id.example.com/", "scope": "read"}\'',
  isValid: (claims) => parseJsonMap(claims) !== undefined,
});

const MATCH_OPTIONS = [
  ...LOG_FLAGS,
  {
    key: 'traces',
    type: httpAddress,
    heading: 'input',
    summary: 'Read requests from the traces of a --service, from the HTTP API of Jaeger or Tempo',
    example: 'http://localhost:16686',
    excludes: ['log', 'log-fields'],
    needs: 'service',
  },
  {
    key: 'service',
    type: anyText('service'),
    heading: 'input',
    summary: 'Name of the service in the traces, whose server spans are its requests',
    example: 'petstore',
    needs: 'traces',
  },
  {
    key: 'ignore',
    type: pathPatterns,
    heading: 'filter',
    summary: 'Leave out the requests of a log whose path fits: `*` is any text of one segment, `**` any text',
    example: ['/healthz'],
  },
  {
    key: 'hostname',
    type: host,
    heading: 'filter',
    summary:
      'Compare only with routes for this hostname, by default that of an address: those of a Gateway may have `gateway.hostnames`',
    example: 'api.example.com',
  },
  {
    key: 'claims',
    type: tokenClaims,
    heading: 'filter',
    summary:
      'Say what the gateway answers to a request whose token has these claims: issuer, audience and scopes; `{}` for no token',
    example: '{"iss": "https://id.example.com/", "aud": "shop", "scope": "read"}',
    excludes: ['log', 'traces'],
  },
  switchFlag(
    'suggest',
    'output',
    'Print an Overlay with timeouts from the durations of a log: twice the 99.9th percentile, in whole seconds',
    {excludes: ['json']},
  ),
  JSON_FLAG,
] as const satisfies readonly CommandFlag[];

type MatchValues = OptionValues<(typeof MATCH_OPTIONS)[number]>;

export const MATCH_FLAGS: readonly CommandFlag[] = [...MATCH_OPTIONS, ...APIS_FLAGS];

export default class RoutesMatch extends checkedCommand(MATCH_FLAGS, {
  summary: 'Show which route the mesh uses for a request, or for the requests of a log',
  description: [
    'For one request, the routes that match are listed, the one that the mesh uses first. What decides among them depends on ' +
      'the settings `target` and `mesh`.',
    'Without a request, requests are read from --log or from standard input, one a line, and the traffic of each route is ' +
      'reported, with the 50th and the 99th percentile where the log has durations: routes with requests that a timeout cut come ' +
      'first, then those whose 99th percentile is over the timeout. The format of each line is recognized: the common log format, ' +
      'those of Envoy, Istio, ingress-nginx, nginx, Apache, HAProxy, Traefik and the load balancer of AWS, JSON of Envoy, Istio, Envoy ' +
      'Gateway, Linkerd, nginx, Traefik, Caddy and Google Cloud, or `GET /v1/pets`, also in the JSON of collectors; gzip is unpacked. `--log-fields` names the fields of other JSON. `--traces` reads the server spans of a service from Jaeger or Tempo instead, which are the ' +
      'requests of the newest 1,500 traces of two days. `--suggest` prints timeouts as an ' +
      'Overlay, which `--overlay` takes.',
    'With several descriptions or --config, a request is compared with the routes of each API.',
  ],
  examples: [
    'GET /v1/pets/42 openapi.yaml',
    'GET /v1/pets/42 openapi.yaml --target httproute --mesh istio',
    'openapi.yaml --log access.log',
    'openapi.yaml --log access.log --ignore /healthz --suggest > timeouts.yaml',
    'openapi.yaml --traces http://localhost:16686 --service petstore',
    'GET /v1/pets/42 --config redocly.yaml core@v1',
    '$ kubectl logs deploy/petstore -c istio-proxy | <%= config.bin %> <%= command.id %> -i openapi.yaml',
  ],
}) {
  static override readonly usage = '<%= command.id %> [METHOD PATH] [DESCRIPTION...] [FLAGS]';

  static override readonly args = {
    method: Args.string({description: 'method of a request; none with --log'}),
    path: Args.string({description: 'its path, or its address; what follows `?` or `#` does not count'}),
    description: Args.string(INPUT_ARGUMENT),
  };

  override async run(): Promise<void> {
    const {given, problems} = this.line;
    // One word in quotes may be both.
    const words = requestFirst(
      this.line.words.flatMap((word) => (readRequest(word)?.method ? word.trim().split(/\s+/, 2) : word)),
    );
    const request = requestWords(words, given.log !== undefined || given.traces !== undefined);
    const meant = meantRequest(request);
    const typed = {...this.typed, name: [this.typed.name, ...meant.map(shellWord)].join(' ')};
    const inputs = {given, words: words.slice(request.length), problems};
    const example = retyped(this.typed.name, {given, words: [...meant, ...inputs.words]});
    const invalid = requestProblems(request, example);
    const read = await readApisArguments(inputs, typed, processTerminal, () => invalid);
    process.exitCode = read ? await this.#match(read, request) : 2;
  }

  async #match({input, values}: ApisArguments, request: readonly string[]): Promise<number> {
    const own: MatchValues = Object.fromEntries(MATCH_OPTIONS.map(({key}) => [key, values[key]]));
    const source =
      request.length === 0 ? logOf(own, input.in ?? [], process.stdin.isTTY) : requestOf(request, own);
    if ('message' in source) return refuse(processTerminal, source);
    return runMatch(input, source, own.hostname, processTerminal);
  }
}

function requestOf(words: readonly string[], given: MatchValues): RequestSource | Problem {
  const ofLog = (['log', 'log-fields', 'traces', 'ignore', 'suggest'] as const).find(
    (flag) => given[flag] !== undefined,
  );
  if (ofLog) return inputError('cannot be combined with a request', 'remove one of them', {flag: ofLog});
  const {method = '', path = ''} = readRequest(words.join(' ')) ?? {};
  if (method === '' && given.json)
    return inputError('needs a request with a method', `for example \`GET ${path}\``, {flag: 'json'});
  const claims = given.claims === undefined ? undefined : parseJsonMap(given.claims);
  return {request: {method, path}, host: hostOfRequest(words.join(' ')), ...(claims && {claims})};
}

/** @param isTerminal whether standard input is a terminal, where nobody would type a log */
function logOf(
  {log = ['-'], 'log-fields': fields, traces, service = '', ignore = [], suggest = false}: MatchValues,
  sources: readonly string[],
  isTerminal: boolean,
): RequestSource | Problem {
  if (traces !== undefined) return {log: [], traces: {address: traces, service}, ignore, suggest};
  const [twice] = readTwice(log, sources);
  if (twice) return twice;
  if (log.includes('-') && isTerminal)
    return inputError('a request is missing', 'add a method and a path, or name a log with `--log <file>`');
  return {log, fields, ignore, suggest};
}
