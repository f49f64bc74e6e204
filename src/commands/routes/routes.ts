import {Args, type Interfaces} from '@oclif/core';
import {type ApisArguments, readApisArguments} from '../arguments/apis-arguments.ts';
import {INPUT_ARGUMENT} from '../arguments/flags.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {type OptionValues, ROUTES_FLAGS, ROUTES_OPTIONS} from './routes-flags.ts';
import {runRoutes} from './run-routes.ts';

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

  static override readonly args = {description: Args.string(INPUT_ARGUMENT)};

  static override readonly flags: Interfaces.FlagInput = oclifFlags(ROUTES_FLAGS);

  override async run(): Promise<void> {
    const read = await readApisArguments(this.line, this.typed, processTerminal);
    process.exitCode = read ? await this.#show(read) : 2;
  }

  #show({input, values}: ApisArguments): Promise<number> {
    const own: OptionValues<(typeof ROUTES_OPTIONS)[number]> = Object.fromEntries(
      ROUTES_OPTIONS.map(({key}) => [key, values[key]]),
    );
    return runRoutes({...input, ...own}, processTerminal);
  }
}
