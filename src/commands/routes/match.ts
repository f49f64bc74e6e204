import {Args, type Interfaces} from '@oclif/core';
import {runMatch} from '../../io/routes/match.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {toTexts} from '../mesh/mesh-arguments.ts';
import {processTerminal} from '../mesh/run-mesh.ts';
import {type ApisArguments, readApisArguments} from './apis-arguments.ts';
import {type RequestArguments, readRequestArguments} from './request-arguments.ts';
import {MATCH_FLAGS, MATCH_OPTIONS, type OptionValues} from './routes-flags.ts';

export default class RoutesMatch extends CheckedCommand {
  protected override readonly table = MATCH_FLAGS;

  static override readonly summary =
    'Show which route the mesh uses for a request, or for the requests of a log';

  static override readonly description = [
    'For one request, the routes that match are listed, the one that the mesh uses first. What decides among them depends on ' +
      'the settings `target` and `mesh`.',
    'Without a request, requests are read from --log or from standard input, one a line, and the traffic of each route is ' +
      'reported, with the 50th and the 99th percentile where the log has durations. The format of each line is recognized: ' +
      'the common log format, the default format of Envoy and Istio, JSON access logs of Envoy, Istio, Envoy Gateway and Linkerd, ' +
      'or `GET /v1/pets`; gzip is unpacked.',
    'With several descriptions or --config, a request is compared with the routes of each API.',
    'Exit codes: 0 every request matches a route; 1 a request matches none, or a description has an error; 2 wrong usage.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> GET /v1/pets/42 -i openapi.yaml',
    '<%= config.bin %> <%= command.id %> GET /v1/pets/42 -i openapi.yaml --target httproute --mesh istio',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --log access.log',
    '<%= config.bin %> <%= command.id %> GET /v1/pets/42 --config redocly.yaml --api core@v1',
    'kubectl logs deploy/petstore -c istio-proxy | <%= config.bin %> <%= command.id %> -i openapi.yaml',
  ];

  // Standard input is a log; oclif would take it for the first argument.
  static override readonly args = {
    method: Args.string({ignoreStdin: true, description: 'method of a request'}),
    path: Args.string({
      ignoreStdin: true,
      description: 'its path, or its address; what follows `?` or `#` does not count',
    }),
  };

  static override readonly flags: Interfaces.FlagInput = oclifFlags(MATCH_FLAGS);

  override async run(): Promise<void> {
    const {flags, args} = await this.parse(RoutesMatch);
    if (this.hasUnexpectedValues()) return;
    const texts = toTexts(flags);
    const command = {name: 'routes match', flags: MATCH_FLAGS};
    const read = readApisArguments(texts, texts.api ?? [], command, processTerminal);
    process.exitCode = read ? await this.#match(read, args) : 2;
  }

  async #match({input, values}: ApisArguments, args: RequestArguments): Promise<number> {
    const {log, json = false}: OptionValues<(typeof MATCH_OPTIONS)[number]> = Object.fromEntries(
      MATCH_OPTIONS.map(({key}) => [key, values[key]]),
    );
    const source = readRequestArguments(
      args,
      {in: input.in ?? [], log},
      process.stdin.isTTY,
      processTerminal,
    );
    return source ? runMatch({...input, json}, source, processTerminal) : 2;
  }
}
