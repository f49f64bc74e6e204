import {Args, type Interfaces} from '@oclif/core';
import {runRoutes} from '../../io/routes/routes.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {toTexts} from '../mesh/mesh-arguments.ts';
import {processTerminal} from '../mesh/run-mesh.ts';
import {type ApisArguments, readApisArguments} from './apis-arguments.ts';
import {API_ARGUMENT} from './apis-flags.ts';
import {type OptionValues, ROUTES_FLAGS, ROUTES_OPTIONS} from './routes-flags.ts';

export default class Routes extends CheckedCommand {
  protected override readonly table = ROUTES_FLAGS;

  static override readonly summary =
    'List the routes of OpenAPI descriptions and where their settings come from';

  static override readonly description = [
    'Each value is shown with its origin: the operation, the path, a flag, the root, or the default, and the line in the description. ' +
      'Problems of a route are printed below it. Flags for settings are those of `apigen mesh`; no Service has to be named.',
    'Exit codes: 0 success; 1 a description has an error; 2 wrong usage.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml',
    "<%= config.bin %> <%= command.id %> -i openapi.yaml --method GET --path '/v1/pets/**' --changed",
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --csv > routes.csv',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml',
    '<%= config.bin %> <%= command.id %> core@v1',
  ];

  static override readonly args = {api: Args.string(API_ARGUMENT)};

  static override readonly flags: Interfaces.FlagInput = oclifFlags(ROUTES_FLAGS);

  override async run(): Promise<void> {
    const {flags, args} = await this.parse(Routes);
    if (this.hasUnexpectedValues()) return;
    const command = {name: 'routes', flags: ROUTES_FLAGS};
    const read = readApisArguments(toTexts(flags), args.api ?? [], command, processTerminal);
    process.exitCode = read ? await this.#show(read) : 2;
  }

  #show({input, values}: ApisArguments): Promise<number> {
    const own: OptionValues<(typeof ROUTES_OPTIONS)[number]> = Object.fromEntries(
      ROUTES_OPTIONS.map(({key}) => [key, values[key]]),
    );
    return runRoutes({...input, ...own}, processTerminal);
  }
}
