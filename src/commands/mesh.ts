import {Command, Flags, type Interfaces} from '@oclif/core';
import {MESH_OPTIONS, type MeshOption} from './mesh-options.ts';
import {processTerminal, runMeshArguments} from './run-mesh.ts';

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
    ...(char === undefined ? {} : {char: oneLetter(char)}),
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

type Letter = 'i' | 'o';

function oneLetter(char: string): Letter {
  return char === 'i' ? 'i' : 'o';
}

export default class Mesh extends Command {
  static override readonly summary = 'Print the ServiceProfile of an OpenAPI description';

  static override readonly description =
    `One route for every path and method, sorted by method and then by path. Every setting can stand in the
description too, under the key \`x-apigen\`: a flag wins over the root's \`x-apigen\`, and \`x-apigen\` at a path or an operation
wins over both.

Exit codes: 0 done; 1 the description, the output or --check is at fault; 2 the command line is.`;

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name petstore --namespace shop | kubectl apply -f -',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name petstore --path.base /api/v1 --timeouts.request_timeout 10',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml -o mesh/petstore.yaml',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --check mesh/petstore.yaml',
  ];

  static override readonly flags: Interfaces.FlagInput = Object.fromEntries(
    MESH_OPTIONS.map((option) => [option.name, toFlag(option)]),
  );

  override async run(): Promise<void> {
    const {flags} = await this.parse(Mesh);
    process.exitCode = await runMeshArguments(flags, processTerminal);
  }
}
