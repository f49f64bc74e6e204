import {Args, type Interfaces} from '@oclif/core';
import {runReport} from '../../io/page/run-report.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {toTexts} from '../mesh/mesh-arguments.ts';
import {processTerminal} from '../mesh/run-mesh.ts';
import {readApisArguments} from '../routes/apis-arguments.ts';
import {API_ARGUMENT} from '../routes/apis-flags.ts';
import {REPORT_FLAGS} from './report-flags.ts';

export default class Report extends CheckedCommand {
  protected override readonly table = REPORT_FLAGS;

  static override readonly summary = 'Write a page that shows the routes of one or several APIs';

  static override readonly description = [
    'The page is one HTML file that loads nothing: a tree of the routes, a search, a field that shows which route a request uses, ' +
      'timeouts as bars, and warnings with their places. Several APIs are next to each other.',
    'Flags for settings are those of `apigen mesh` and count for every description; no Service has to be named.',
    'Exit codes: 0 success; 1 a description has an error, or the page cannot be written; 2 wrong usage.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml -o routes.html',
    '<%= config.bin %> <%= command.id %> -i petstore.yaml -i orders.yaml -o routes.html',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml -o routes.html',
    '<%= config.bin %> <%= command.id %> core@v1 -o routes.html',
  ];

  static override readonly args = {api: Args.string(API_ARGUMENT)};

  static override readonly flags: Interfaces.FlagInput = oclifFlags(REPORT_FLAGS);

  override async run(): Promise<void> {
    const {flags, args} = await this.parse(Report);
    if (this.hasUnexpectedValues()) return;
    const command = {name: 'report', flags: REPORT_FLAGS};
    const read = readApisArguments(toTexts(flags), args.api ?? [], command, processTerminal);
    const root = this.ctor.plugin?.root ?? this.config.root;
    process.exitCode = read ? await runReport({...read.input, root}, processTerminal) : 2;
  }
}
