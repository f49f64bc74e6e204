import {APIS_FLAGS, type MeshFlag, RUN_FLAGS} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runReport} from './run-report.ts';

/** The page of a project goes to one file, too. */
const OUT_FLAG = RUN_FLAGS.filter(({key}) => key === 'out').map(
  ({excludes: _, insteadWithConfig: __, ...flag}): MeshFlag => ({
    ...flag,
    summary: 'Write to this file instead of standard output, atomically',
  }),
);

const REPORT_FLAGS: readonly MeshFlag[] = [...APIS_FLAGS, ...OUT_FLAG];

export default class Report extends checkedCommand(REPORT_FLAGS) {
  static override readonly summary = 'Write a page that shows the routes of one or several APIs';

  static override readonly description = [
    'The page is one HTML file that loads nothing: a tree of the routes, a search, a field that shows which route a request uses, ' +
      'timeouts as bars, and warnings with their places. Several APIs are next to each other.',
    'Flags for settings are those of `apigen mesh` that matter to routes, and count for every description; no Service has to be named.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml -o routes.html',
    '<%= config.bin %> <%= command.id %> petstore.yaml orders.yaml -o routes.html',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml -o routes.html',
    '<%= config.bin %> <%= command.id %> --config redocly.yaml core@v1 -o routes.html',
  ];

  override run(): Promise<void> {
    const root = this.ctor.plugin?.root ?? this.config.root;
    return this.withApis(({input}) => runReport({...input, root}, processTerminal));
  }
}
