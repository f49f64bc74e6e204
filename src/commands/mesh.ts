import {Args, Command, Flags, type Interfaces} from '@oclif/core';
import {NOWHERE, report} from '../io/report.ts';
import {withBareCheck} from './mesh-arguments.ts';
import {MESH_OPTIONS, type MeshOption} from './mesh-options.ts';
import {processTerminal, runMeshArguments} from './run-mesh.ts';
import {wrongArguments} from './wrong-arguments.ts';

function toFlag({
  char,
  takesValue,
  valueName,
  choices,
  default: value,
  excludes,
  group,
  summary,
}: MeshOption) {
  const common = {
    summary,
    helpGroup: group.toUpperCase(),
    ...(char === undefined ? {} : {char}),
    ...(excludes === undefined ? {} : {exclusive: [...excludes]}),
  };
  if (!takesValue) return Flags.boolean(common);
  return Flags.string({
    ...common,
    ...(choices === undefined ? {} : {options: [...choices]}),
    ...(value === undefined ? {} : {default: value}),
    ...(valueName === undefined ? {} : {helpValue: `<${valueName}>`}),
  });
}

export default class Mesh extends Command {
  static override readonly summary = 'Print the ServiceProfile of an OpenAPI description';

  // One string a paragraph: oclif wraps them to the terminal's width.
  static override readonly description = [
    'One route for every path and method, sorted by method and then by path. Every setting can stand in the ' +
      "description too, under the key `x-apigen`: a flag wins over the root's `x-apigen`, and `x-apigen` at a path " +
      'or an operation wins over both.',
    'With --config, or with the name of an API, the profiles of a redocly.yaml are written, each to its own file.',
    'Exit codes: 0 done; 1 the description, the output or --check is at fault; 2 the command line is.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name petstore --namespace shop | kubectl apply -f -',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name petstore --path.base /api/v1 --timeouts.request_timeout 10',
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

  static override readonly flags: Interfaces.FlagInput = {
    ...Object.fromEntries(MESH_OPTIONS.map((option) => [option.name, toFlag(option)])),
    help: Flags.help({char: 'h', helpGroup: 'HELP', summary: 'Print this help'}),
  };

  override async run(): Promise<void> {
    const {flags, args} = await this.parse(Mesh, withBareCheck(this.argv));
    process.exitCode = await runMeshArguments(flags, processTerminal, args.api ?? []);
  }

  protected override async catch(error: Interfaces.CommandError): Promise<void> {
    const problems = wrongArguments(error, this.argv);
    if (problems === undefined || process.env.DEBUG) throw error;
    processTerminal.error(report(problems, NOWHERE));
    process.exitCode = 2;
    // Else oclif adds a warning for the command's author, wherever NODE_ENV is neither empty nor `production`.
    this.parsed = true;
  }
}
