import type {Interfaces} from '@oclif/core';
import {anyText, boolean} from '../../core/settings/types/index.ts';
import {readApisArguments} from '../arguments/apis-arguments.ts';
import {APIS_FLAGS, JSON_FLAG, type MeshFlag, type OptionValues} from '../arguments/flags.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runRoutes} from './run-routes.ts';

/** What is shown of the routes, and how. */
const ROUTES_OPTIONS = [
  {
    key: 'method',
    type: anyText('GET'),
    group: 'filter',
    summary: 'Only routes of this method',
    example: 'GET',
  },
  {
    key: 'path',
    type: anyText('pattern'),
    group: 'filter',
    summary: 'Only routes whose path fits: `*` is any text of one segment, `**` any text',
    example: '/v1/pets/**',
  },
  {
    key: 'tag',
    type: anyText('tag'),
    group: 'filter',
    summary: 'Only routes of operations with this tag',
    example: 'pets',
  },
  {
    key: 'changed',
    type: boolean,
    group: 'filter',
    summary: 'Only routes with a setting of their own, at the path or the operation',
    example: true,
  },
  JSON_FLAG,
  {key: 'csv', type: boolean, group: 'output', excludes: ['json'], summary: 'Print CSV', example: true},
] as const satisfies readonly MeshFlag[];

const ROUTES_FLAGS: readonly MeshFlag[] = [...ROUTES_OPTIONS, ...APIS_FLAGS];

export default class Routes extends CheckedCommand {
  protected override readonly table = ROUTES_FLAGS;

  static override readonly summary =
    'List the routes of OpenAPI descriptions and where their settings come from';

  static override readonly description = [
    'Each value is shown with its origin: the operation, the path, a flag, the root, or the default, and the line in the description. ' +
      'Problems of a route are printed below it. Flags for settings are those of `apigen mesh` that matter to routes; no Service has to be named.',
    'Exit codes: 0 success; 1 a description has an error; 2 wrong usage.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml',
    "<%= config.bin %> <%= command.id %> -i openapi.yaml --method GET --path '/v1/pets/**' --changed",
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --csv > routes.csv',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml core@v1',
  ];

  static override readonly flags: Interfaces.FlagInput = oclifFlags(ROUTES_FLAGS);

  override async run(): Promise<void> {
    const read = await readApisArguments(this.line, this.typed, processTerminal);
    const own: OptionValues<(typeof ROUTES_OPTIONS)[number]> = Object.fromEntries(
      ROUTES_OPTIONS.map(({key}) => [key, read?.values[key]]),
    );
    process.exitCode = read ? await runRoutes({...read.input, ...own}, processTerminal) : 2;
  }
}
