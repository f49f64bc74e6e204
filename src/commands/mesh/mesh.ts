import {Args, type Interfaces} from '@oclif/core';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {toTexts, withBareCheck} from './mesh-arguments.ts';
import {MESH_FLAGS} from './mesh-flags.ts';
import {processTerminal, runMeshArguments} from './run-mesh.ts';

export default class Mesh extends CheckedCommand {
  protected override readonly table = MESH_FLAGS;

  static override readonly summary =
    'Generate the ServiceProfile or the HTTPRoutes of an OpenAPI description';

  // One string a paragraph: oclif wraps them to the terminal's width.
  static override readonly description = [
    'The output has one route for every path and method, sorted by method and then by path. Every setting can also be in the ' +
      "description, under the key `x-apigen`: a flag wins over the root's `x-apigen`, and `x-apigen` at a path " +
      'or an operation wins over both.',
    'With --config, or with the name of an API, the outputs of a redocly.yaml are written, each to its own file.',
    'Exit codes: 0 success; 1 a problem in the description or the output, or --check or --check-cluster found a difference; 2 wrong usage.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name petstore --service.namespace shop --namespace shop | kubectl apply -f -',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name petstore --path.base /api/v1 --timeouts.request_timeout 10',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --target httproute --mesh istio',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml -o mesh/petstore.yaml',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --check mesh/petstore.yaml',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml',
    '<%= config.bin %> <%= command.id %> core@v1',
  ];

  static override readonly args = {
    api: Args.string({
      description: 'name of an API in redocly.yaml, or path of its description, as for `redocly bundle`',
      multiple: true,
    }),
  };

  static override readonly flags: Interfaces.FlagInput = oclifFlags(MESH_FLAGS);

  override async run(): Promise<void> {
    const {flags, args} = await this.parse(Mesh, withBareCheck(this.argv));
    if (this.hasUnexpectedValues()) return;
    process.exitCode = await runMeshArguments(toTexts(flags), processTerminal, args.api ?? []);
  }
}
