import {Args, type Interfaces} from '@oclif/core';
import {printProblems} from '../../io/report/report.ts';
import {type ApisArguments, readApisArguments} from '../arguments/apis-arguments.ts';
import {INPUT_ARGUMENT} from '../arguments/flags.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {readRequestArguments} from './request-arguments.ts';
import {MATCH_FLAGS, MATCH_OPTIONS, type OptionValues} from './routes-flags.ts';
import {runMatch} from './run-match.ts';

export default class RoutesMatch extends CheckedCommand {
  protected override readonly table = MATCH_FLAGS;

  static override readonly summary =
    'Show which route the mesh uses for a request, or for the requests of a log';

  static override readonly description = [
    'For one request, the routes that match are listed, the one that the mesh uses first. What decides among them depends on ' +
      'the settings `target` and `mesh`.',
    'Without a request, requests are read from --log or from standard input, one a line, and the traffic of each route is ' +
      'reported, with the 50th and the 99th percentile where the log has durations: routes whose 99th percentile is over the timeout ' +
      'come first. The format of each line is recognized: the common log format, the default format of Envoy and Istio, JSON access ' +
      'logs of Envoy, Istio, Envoy Gateway, Linkerd, nginx, Traefik and Caddy, or `GET /v1/pets`; gzip is unpacked. `--suggest` prints ' +
      'timeouts as an Overlay, which `--overlay` takes.',
    'With several descriptions or --config, a request is compared with the routes of each API.',
    'Exit codes: 0 every request matches a route; 1 a request matches none, or a description has an error; 2 wrong usage.',
  ].join('\n\n');

  static override readonly usage = '<%= command.id %> [METHOD PATH] [DESCRIPTION...] [FLAGS]';

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> GET /v1/pets/42 openapi.yaml',
    '<%= config.bin %> <%= command.id %> GET /v1/pets/42 openapi.yaml --target httproute --mesh istio',
    '<%= config.bin %> <%= command.id %> openapi.yaml --log access.log',
    '<%= config.bin %> <%= command.id %> openapi.yaml --log access.log --ignore /healthz --suggest > timeouts.yaml',
    '<%= config.bin %> <%= command.id %> GET /v1/pets/42 --config redocly.yaml core@v1',
    'kubectl logs deploy/petstore -c istio-proxy | <%= config.bin %> <%= command.id %> -i openapi.yaml',
  ];

  static override readonly args = {
    method: Args.string({description: 'method of a request; none with --log'}),
    path: Args.string({description: 'its path, or its address; what follows `?` or `#` does not count'}),
    description: Args.string(INPUT_ARGUMENT),
  };

  static override readonly flags: Interfaces.FlagInput = oclifFlags(MATCH_FLAGS);

  override async run(): Promise<void> {
    const {given, words, problems} = this.line;
    const request = requestWords(words, given.log !== undefined);
    const typed = {...this.typed, name: [this.typed.name, ...request].join(' ')};
    const inputs = {given, words: words.slice(request.length), problems};
    const read = await readApisArguments(inputs, typed, processTerminal);
    process.exitCode = read ? await this.#match(read, request) : 2;
  }

  async #match({input, values}: ApisArguments, request: readonly string[]): Promise<number> {
    const {
      log,
      ignore,
      suggest,
      json = false,
    }: OptionValues<(typeof MATCH_OPTIONS)[number]> = Object.fromEntries(
      MATCH_OPTIONS.map(({key}) => [key, values[key]]),
    );
    const given = {in: input.in ?? [], log, ignore, suggest};
    const source = readRequestArguments(request, given, process.stdin.isTTY);
    if (!('message' in source)) return runMatch({...input, json}, source, processTerminal);
    printProblems(processTerminal, [source]);
    return 2;
  }
}

/** The method and the path of a request. Of a log, whose requests are its own, all words are descriptions. */
function requestWords(words: readonly string[], isOfLog: boolean): readonly string[] {
  const [method = '', path = ''] = words;
  const isInput = isOfLog ? !path.startsWith('/') : /^(-|\S*[.*]\S*)$/.test(method);
  // A path without a method: what follows is a description.
  return isInput ? [] : words.slice(0, method.startsWith('/') ? 1 : 2);
}
