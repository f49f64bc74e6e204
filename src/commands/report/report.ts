import {APIS_FLAGS, LOG_FLAG, type MeshFlag, readTwice, runFlags} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runReport} from './run-report.ts';

const REPORT_FLAGS: readonly MeshFlag[] = [
  LOG_FLAG,
  ...APIS_FLAGS,
  ...runFlags({
    out: {
      excludes: [],
      // The page of a project goes to one file, too.
      insteadWithConfig: '',
      summary: 'Write to this file instead of standard output, atomically',
    },
  }),
];

export default class Report extends checkedCommand(REPORT_FLAGS, {
  summary: 'Write a page that shows the routes of one or several APIs',
  description: [
    'The page is one HTML file that loads nothing: a tree of the routes, a search, a field that shows which route a request uses, ' +
      'timeouts as bars, and warnings with their places. Several APIs are next to each other. With --log, each route has its requests, ' +
      'their 50th and 99th percentile, and how many a timeout cut.',
    'Flags for settings are those of `apigen mesh` that matter to routes, and count for every description; no Service has to be named.',
  ],
  examples: [
    '-i openapi.yaml -o routes.html',
    'petstore.yaml orders.yaml -o routes.html',
    '-i openapi.yaml --log access.log -o routes.html',
    '--config redocly.yaml -o routes.html',
    '--config redocly.yaml core@v1 -o routes.html',
  ],
}) {
  override run(): Promise<void> {
    const root = this.ctor.plugin?.root ?? this.config.root;
    const {log = []} = this.line.given;
    return this.withApis(
      ({input}) => runReport({...input, root, log, version: this.config.version}, processTerminal),
      ({in: sources = []}) => readTwice(log, sources),
    );
  }
}
