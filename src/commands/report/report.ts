import {spawn} from 'node:child_process';
import path from 'node:path';
import {inputError, inputNote, outputError, type Problem} from '../../core/base/problem.ts';
import {counted, grouped, printable, quote} from '../../core/base/quote.ts';
import {type Logs, readTraffic} from '../../io/log/read-traffic.ts';
import {Traffic} from '../../io/log/traffic.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import {placeProblems, printProblems, refuse} from '../../io/print/problems.ts';
import {matchedApis, readApis, tableProblems} from '../../io/run/generate/read-apis.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import {PAGE, shippedFile} from '../../io/shipped-files.ts';
import {isStandardOutput, printOrWrite, type Terminal} from '../../io/write/output.ts';
import {APIS_FLAGS, flagsLike, LOG_FLAGS, readTwice, runFlags, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {pageApi} from './page-api.ts';
import type {PageData} from './page-data.ts';

const REPORT_FLAGS = [
  ...flagsLike(LOG_FLAGS, {'log-fields': {needs: 'log'}}),
  ...APIS_FLAGS,
  ...runFlags({
    out: {
      // The page of a project goes to one file, too.
      insteadWithConfig: '',
      summary: 'Write to this file instead of standard output, atomically',
    },
    json: {excludes: [], needs: ['out'], summary: 'Print what was written and the problems as JSON'},
  }),
  {...switchFlag('open', 'output', 'Open the page in the browser'), needs: 'out'},
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
    '--config redocly.yaml core@v1 -o routes.html --open',
  ],
}) {
  override run(): Promise<void> {
    const root = this.ctor.plugin?.root ?? this.config.root;
    const {log = [], 'log-fields': named} = this.line.given;
    const fields = named?.join(',');
    return this.withApis(
      async ({input, values: {open, out}}) => {
        const request = {...input, root, log, fields, version: this.config.version};
        const status = await runReport(request, processTerminal);
        if (status === 0 && open) openPage(String(out), processTerminal);
        return status;
      },
      ({in: sources = []}) => readTwice(log, sources),
    );
  }
}

/**
 * Writes or prints a page, which is in the package at `root`; nothing when an API has an error or a log cannot be read. Returns the exit
 * code: 2 for an unknown API or a terminal.
 */
export async function runReport(
  {
    log = [],
    fields,
    ...request
  }: RunRequest & Partial<Logs> & {readonly root: string; readonly version: string},
  terminal: Terminal,
): Promise<number> {
  const isPrinted = request.out === undefined || isStandardOutput(request.out);
  if (isPrinted && request.json) return refuse(terminal, {...NO_FILE, message: JSON_ALONE});
  if (request.out === undefined && terminal.columns !== undefined) return refuse(terminal, NO_FILE);
  const extension = path.extname(request.out ?? '');
  if (!['', '.html', '.htm'].includes(extension.toLowerCase())) {
    const hint = 'name an HTML file, for example `-o routes.html`; browsers print it as PDF';
    return refuse(terminal, inputError(`the page is HTML, not ${quote(extension)}`, hint, {flag: 'out'}));
  }
  const {status, apis, places} = await readApis(request, terminal);
  if (apis.length === 0) return status;
  const traffic = log.length === 0 ? undefined : new Traffic(matchedApis(apis));
  if (traffic && !(await readTraffic({log, fields}, traffic, terminal))) return 1;
  const notes = traffic && traffic.undescribed > 0 ? [withoutRoute(traffic)] : [];
  if (!request.json) printProblems(terminal, notes);
  const shapes = (traffic?.mostUndescribed() ?? []).map(({shape, count}) => ({shape, count}));
  const page = fillPage(await shippedFile(PAGE, request.root), {
    date: new Date().toISOString().slice(0, 10),
    version: request.version,
    apis: apis.flatMap((api) => pageApi(api, places, traffic) ?? []),
    ...(traffic && {undescribed: traffic.undescribed, unmatched: shapes.slice(0, 100)}),
  });
  const failed = printOrWrite(request.out, page, [...places.texts.keys()], terminal);
  if (request.json && failed === 0) {
    const problems = [...apis.flatMap(tableProblems), ...notes];
    const descriptions = apis.map(({source}) => ({
      description: source,
      output: request.out,
      result: 'written',
    }));
    terminal.out(jsonReport({descriptions}, {problems, placed: placeProblems(problems, places)}));
  }
  return failed || status;
}

/** Commands to open a file in its program. */
const OPENERS: Record<string, string> = {darwin: 'open', win32: 'rundll32 url.dll,FileProtocolHandler'};

/** Opens a page in the browser, and goes on; a warning where that is not possible, as on a machine without a screen. */
function openPage(page: string, terminal: Terminal): void {
  const [opener = 'xdg-open', ...words] = OPENERS[process.platform]?.split(' ') ?? [];
  const file = path.resolve(terminal.folder, page);
  const problem = outputError(`${opener} cannot open ${page}`, 'open it in a browser');
  const warn = () => printProblems(terminal, [{...problem, severity: 'warning'}]);
  const child = spawn(opener, [...words, file], {detached: true, stdio: 'ignore'});
  child.on('error', warn).on('exit', (code) => code && warn());
  // It may be the browser itself, which stays.
  setTimeout(() => child.unref(), 2000).unref();
}

function withoutRoute({undescribed, requests}: Traffic): Problem {
  const message = `no route matches ${grouped(undescribed)} of ${counted(requests, 'request')}`;
  return inputNote(message, '`apigen routes match --log` lists them');
}

const JSON_ALONE = 'standard output cannot have both the page and JSON';

const NO_FILE = inputError(
  'the page is HTML, which a terminal does not show',
  'write it to a file: `-o routes.html`',
);

/** Texts that requests are compared with; they are not shown. */
const COMPARED = ['base', 'expression', 'value'];

/**
 * The page of some APIs. A `<` of the data is escaped: no text of a description can end the element that contains it. Invisible
 * characters are shown by their codes, as those of direction would change the order in which a line is read.
 *
 * @param empty the page without data, as the build writes it
 */
function fillPage(empty: string, data: PageData): string {
  const shown = (key: string, value: unknown) =>
    typeof value === 'string' && !COMPARED.includes(key) ? printable(value) : value;
  const json = JSON.stringify(data, shown).replaceAll('<', '\\u003c');
  return empty.replace('{data}', () => json);
}
