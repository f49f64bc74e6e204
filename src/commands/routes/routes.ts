import {existsSync} from 'node:fs';
import {nearestKey} from '../../core/base/nearest-key.ts';
import {inputError, inputNote, type Problem} from '../../core/base/problem.ts';
import {counted, printable, quote} from '../../core/base/quote.ts';
import type {Route} from '../../core/generate/route-table.ts';
import {isOpen, isUndeclared} from '../../core/openapi/access.ts';
import {readRequest} from '../../core/routes/request.ts';
import {anyText, oneOf, pathPattern} from '../../core/settings/types/index.ts';
import {isUndecided, UNDECIDED_MESH} from '../../core/targets/index.ts';
import {policyTarget} from '../../core/targets/target.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import {placeRoutes} from '../../io/print/placed-routes.ts';
import {printProblems, refuse} from '../../io/print/problems.ts';
import {type ApiRoutes, readApis} from '../../io/run/generate/read-apis.ts';
import type {ApisArguments} from '../arguments/apis-arguments.ts';
import {type ReadLine, readLine, retyped} from '../arguments/arguments.ts';
import {
  APIS_FLAGS,
  type CommandFlag,
  JSON_FLAG,
  methodNames,
  type OptionValues,
  switchFlag,
} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {requestFirst} from './request-words.ts';
import {pathGlob, routeColumns, routeCsv, routeJson, routeLines} from './route-rows.ts';

const ROUTES_OPTIONS = [
  {
    key: 'method',
    type: methodNames,
    heading: 'filter',
    summary: 'Only routes of these methods',
    example: 'get,post',
  },
  {
    key: 'path',
    type: pathPattern,
    heading: 'filter',
    summary: 'Only routes whose path fits: `*` is any text of one segment, `**` any text',
    example: '/v1/pets/**',
  },
  {
    key: 'tag',
    type: anyText('tag'),
    heading: 'filter',
    summary: 'Only routes of operations with this tag',
    example: 'pets',
  },
  {
    key: 'who',
    type: oneOf(['public', 'undeclared']),
    heading: 'filter',
    summary: 'Only routes that everybody may call, or those without a `security`, with `security.enforce`',
    example: 'public',
  },
  switchFlag('changed', 'filter', 'Only routes with a setting of their own, at the path or the operation'),
  JSON_FLAG,
  switchFlag('csv', 'output', 'Print CSV', {excludes: ['json']}),
] as const satisfies readonly CommandFlag[];

type RoutesValues = OptionValues<(typeof ROUTES_OPTIONS)[number]>;

export default class Routes extends checkedCommand([...ROUTES_OPTIONS, ...APIS_FLAGS], {
  summary: 'List the routes of OpenAPI descriptions and where their settings come from',
  description: [
    'Each value is shown with its origin: the operation, the path, a flag, the root, or the default, and the line in the description. ' +
      'Problems of a route are printed below it. Flags for settings are those of `apigen mesh` that matter to routes; no Service has to be named.',
  ],
  examples: [
    '-i openapi.yaml',
    "-i openapi.yaml --method GET --path '/v1/pets/**' --changed",
    '-i openapi.yaml --csv > routes.csv',
    '--config redocly.yaml',
    '--config redocly.yaml core@v1',
  ],
}) {
  override async run(): Promise<void> {
    const problems = await matchFaults(this.argv, this.line);
    if (problems.length > 0) process.exitCode = refuse(processTerminal, ...problems);
    else await this.withApis(listRoutes);
  }
}

/** The problems of a command line that is meant for the command below this one: by its name or a request, or by flags. */
async function matchFaults(args: readonly string[], {words, given, problems}: ReadLine): Promise<Problem[]> {
  const [word = ''] = words;
  const [first = '', next = ''] = requestFirst(words);
  // With --config, a word may be an API.
  const isNamed =
    given.config === undefined && nearestKey(word, ['match']) !== undefined && !existsSync(word);
  const isRequest =
    readRequest(`${first} ${next.startsWith('/') ? next : ''}`)?.method !== undefined && !existsSync(first);
  if (!isNamed && !isRequest && problems.length === 0) return [];
  const {MATCH_FLAGS} = await import('./match.ts');
  const line = readLine(args, {name: 'routes match', flags: MATCH_FLAGS});
  const [flag = ''] = Object.keys(line.given).filter((key) => !(key in given));
  if (!isNamed && !isRequest && flag === '') return [];
  // A word in one reading alone is the value of a flag in the other.
  const kept = line.words.filter((one) => words.includes(one) && one !== (isNamed ? word : 'match'));
  const meant = retyped('routes match', {...line, words: requestFirst(kept)});
  const hint = `did you mean \`${meant}\`?`;
  if (isNamed && word === 'match') return [inputError('flags of `routes match` are before its name', hint)];
  if (isNamed) return [inputError(`unknown command ${quote(`routes ${word}`)}`, hint)];
  if (isRequest) return [...line.problems, inputError('a request is for `routes match`', hint)];
  return [...line.problems, inputError('is a flag of `routes match`', hint, {flag})];
}

/** Prints routes, with the value of each setting and where it comes from. Returns the exit code: 2 for an unknown API. */
async function listRoutes({input, values}: ApisArguments): Promise<number> {
  const terminal = processTerminal;
  const own: RoutesValues = Object.fromEntries(ROUTES_OPTIONS.map(({key}) => [key, values[key]]));
  const {status, apis, names, places} = await readApis(input, terminal);
  if (apis.length === 0) return status;
  const isForPeople = !own.json && !own.csv;
  const isOpen = isForPeople && apis.some(({output}) => output && isUndecided(output.input.settings));
  if (isOpen) printProblems(terminal, [UNDECIDED_MESH]);
  const all = apis.flatMap((api) => api.routes);
  const routes = apis.flatMap((api) => api.routes.filter(filterOf(own, api)));
  const none = routes.length === 0 && all.length > 0 ? [noneOf(all, own)] : [];
  const ofProbes = own.who === 'public' ? apis.flatMap(openProbes) : [];
  const problems = [...apis.flatMap((api) => api.problems), ...none, ...ofProbes];
  const placed = placeRoutes(routes, places, problems);
  if (own.json) {
    const content = {routes: routes.map((route) => routeJson(route, placed, names))};
    const ofRoutes = new Set(routes.flatMap((route) => route.problems));
    terminal.out(jsonReport(content, {problems, placed, all: [...problems, ...ofRoutes]}));
    return status;
  }
  printProblems(terminal, problems, places);
  if (own.csv) terminal.out(csv(routeCsv(routes, placed, names)));
  else if (routes.length > 0)
    terminal.out(routeLines(routes, routeColumns(routes, placed, names), placed, terminal));
  return status;
}

function filterOf({method: methods, path, tag, who, changed}: RoutesValues, {output}: ApiRoutes) {
  const wanted = methods?.toUpperCase().split(',');
  const ignoresCase = output?.input.settings.get('path.ignore_case');
  const fits = path === undefined ? undefined : pathGlob(path, ignoresCase);
  return (route: Route) =>
    (wanted === undefined || route.methods.some((method) => wanted.includes(method))) &&
    (fits === undefined || fits(route.path)) &&
    (who === undefined || (route.access !== undefined && isOfWho(who, route))) &&
    (tag === undefined || route.operation.tags.includes(tag)) &&
    (!changed || route.values.some(({level}) => level === 'operation' || level === 'path'));
}

function isOfWho(who: 'public' | 'undeclared', {access, operation}: Route): boolean {
  return who === 'public' ? access !== undefined && isOpen(access) : isUndeclared(operation, access);
}

/** A note of the probes of pods, which are public, and which no operation has. */
function openProbes({output, source}: ApiRoutes): Problem[] {
  const settings = output?.input.settings;
  const probes = settings && policyTarget(settings) === 'ports' && settings.get('security.probes');
  if (!probes || probes.length === 0) return [];
  const requests = probes.map((probe) => `GET ${probe}`).join(', ');
  const hint = 'remove from `security.probes` what the kubelet does not ask for';
  return [inputNote(`${source}: everybody may ask the pods for ${requests}, too`, hint)];
}

function noneOf(routes: readonly Route[], {tag = '', who}: RoutesValues): Problem {
  const message = `none of ${counted(routes.length, 'route')} is selected by the filters`;
  const suggestion = nearestKey(
    tag,
    routes.flatMap(({operation}) => operation.tags),
  );
  const isUnknown = who !== undefined && routes.every(({access}) => access === undefined);
  const fix =
    suggestion === undefined
      ? {hint: isUnknown ? 'set `security.enforce`: nothing says who may call' : 'remove a filter'}
      : {suggestion};
  return {code: 'input', severity: 'note', message, ...fix};
}

/** Rows as CSV, with CR LF at the end of each. Source: RFC 4180. */
function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet takes a text that begins with one of these for a formula. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r]/;

function field(text: string): string {
  const plain = FORMULA.test(text) ? `'${printable(text)}` : printable(text);
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
