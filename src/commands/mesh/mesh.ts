import {Args, Command, Flags, type Interfaces} from '@oclif/core';
import type {Problem} from '../../core/problem.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import {toTexts, withBareCheck} from './mesh-arguments.ts';
import {MESH_FLAGS, type MeshFlag} from './mesh-flags.ts';
import {processTerminal, runMeshArguments} from './run-mesh.ts';
import {unexpectedValues, wrongArguments} from './wrong-arguments.ts';

function toFlag({char, type, default: value, excludes, group, summary, isNegatable = false}: MeshFlag) {
  const {valueName, repeatable} = type.flag;
  const common = {
    summary: value === undefined || value === false ? summary : `${summary} [default: ${value}]`,
    helpGroup: group.toUpperCase(),
    ...(char === undefined ? {} : {char}),
    ...(excludes === undefined ? {} : {exclusive: [...excludes]}),
  };
  if (valueName === undefined) return Flags.boolean({...common, allowNo: isNegatable});
  // oclif lists the options itself.
  const valued = {
    ...common,
    ...(type.choices ? {options: [...type.choices]} : {helpValue: `<${valueName}>`}),
  };
  return repeatable
    ? Flags.string({...valued, multiple: true, multipleNonGreedy: true})
    : Flags.string(valued);
}

export default class Mesh extends Command {
  static override readonly summary =
    'Generate the ServiceProfile or the HTTPRoutes of an OpenAPI description';

  // One string a paragraph: oclif wraps them to the terminal's width.
  static override readonly description = [
    'The output has one route for every path and method, sorted by method and then by path. Every setting can also be in the ' +
      "description, under the key `x-apigen`: a flag wins over the root's `x-apigen`, and `x-apigen` at a path " +
      'or an operation wins over both.',
    'With --config, or with the name of an API, the outputs of a redocly.yaml are written, each to its own file.',
    'Exit codes: 0 success; 1 a problem in the description or the output, or --check found a difference; 2 wrong usage.',
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

  static override readonly flags: Interfaces.FlagInput = {
    ...Object.fromEntries(MESH_FLAGS.map((flag) => [flag.key, toFlag(flag)])),
    help: Flags.help({char: 'h', helpGroup: 'HELP', summary: 'Print this help'}),
  };

  override async run(): Promise<void> {
    const {flags, args} = await this.parse(Mesh, withBareCheck(this.argv));
    const problems = unexpectedValues(this.argv);
    if (problems.length > 0) this.refuse(problems);
    else process.exitCode = await runMeshArguments(toTexts(flags), processTerminal, args.api ?? []);
  }

  protected override async catch(error: Interfaces.CommandError): Promise<void> {
    const problems = wrongArguments(error, this.argv);
    if (problems === undefined || process.env.DEBUG) throw error;
    this.refuse(problems);
    // Without it oclif adds a warning for the command's author, wherever NODE_ENV is neither empty nor `production`.
    this.parsed = true;
  }

  private refuse(problems: readonly Problem[]): void {
    processTerminal.error(report(problems, NOWHERE));
    process.exitCode = 2;
  }
}
