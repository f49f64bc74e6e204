import {hasErrors, type Problem} from '../../core/problem.ts';
import type {RunValues} from '../../core/run/options.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {expandSources} from '../many/expand-sources.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {uriOf} from '../read/source.ts';
import {NOWHERE, type Places, report} from '../report/report.ts';
import {readRoutes} from '../routes/read-routes.ts';
import {PAGE, shippedFile} from '../shipped-files.ts';
import type {Terminal} from '../write/output.ts';
import {printOrWrite} from '../write/print-or-write.ts';
import {fillPage} from './page.ts';
import {pageApi} from './page-api.ts';
import {type ApiRoutes, type PageInput, titleOf} from './page-input.ts';
import {readProjectRoutes} from './project-routes.ts';

/** What `apigen report` is asked to show: descriptions, or the APIs of a configuration file. */
export interface ReportRequest extends RunValues {
  readonly settings: FlagValues;
  /** Names or paths of APIs in the configuration file; none means all. */
  readonly apis: readonly string[];
  /** The folder of the package, which contains the page. */
  readonly root: string;
}

/**
 * Writes or prints a page of the routes of some APIs. Nothing is written when one of them has an error.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error or the page cannot be written
 */
export async function runReport(request: ReportRequest, terminal: Terminal): Promise<number> {
  const {config} = request;
  const {apis, problems, texts, skipped} =
    config === undefined
      ? await readDescriptions(request, terminal.folder)
      : await readProjectRoutes({...request, config}, terminal.folder);
  for (const line of skipped) terminal.error(`apigen: ${line}\n`);
  const places = {texts, nameOf: (uri: string) => apis[0]?.places.nameOf(uri) ?? uri};
  const faults = [
    ...reportErrors(problems, places),
    ...apis.flatMap((api) =>
      reportErrors([...api.problems, ...api.routes.flatMap((route) => route.problems)], api.places),
    ),
  ];
  // Two APIs may refer to the same document.
  for (const text of new Set(faults)) terminal.error(text);
  if (faults.length > 0) return 1;
  if (apis.length === 0) {
    terminal.error(report([ALL_SKIPPED], NOWHERE));
    return 1;
  }
  const page = fillPage(await shippedFile(PAGE, request.root), {
    apis: apis.flatMap((api) => pageApi(api) ?? []),
  });
  const all = new Map([...texts, ...apis.flatMap((api) => [...api.places.texts])]);
  return printOrWrite(request.out, page, all, terminal);
}

const ALL_SKIPPED: Problem = {
  code: 'output',
  severity: 'error',
  message: 'no output: every API was skipped',
  hint: 'turn on the decorator for one of them',
};

/** The report of the errors among some problems; none without an error. The page shows the others. */
function reportErrors(problems: readonly Problem[], places: Places): string[] {
  return hasErrors(problems) ? [report([...new Set(problems)], places)] : [];
}

async function readDescriptions(
  {in: names = [], ...request}: ReportRequest,
  folder: string,
): Promise<PageInput> {
  const run = {...request, remoteTime: new RemoteTime()};
  const apis: ApiRoutes[] = [];
  const {sources, problems} = await expandSources(names);
  // One after another: the descriptions share the time for remote documents.
  for (const source of sources) {
    const {document, ...read} = await readRoutes({...run, in: source}, folder);
    const shown = read.places.nameOf(uriOf(source));
    apis.push({...read, source: shown, title: titleOf(document) ?? shown});
  }
  return {apis, problems, texts: new Map(), skipped: []};
}
