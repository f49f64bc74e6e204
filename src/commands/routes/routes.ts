import {existsSync} from 'node:fs';
import {nearestKey} from '../../core/base/nearest-key.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {readRequest} from '../../core/routes/request.ts';
import {anyText, pathPattern} from '../../core/settings/types/index.ts';
import {printProblems} from '../../io/print/report.ts';
import {type ReadLine, readLine, retyped} from '../arguments/arguments.ts';
import {
  APIS_FLAGS,
  JSON_FLAG,
  type MeshFlag,
  methodNames,
  type OptionValues,
  switchFlag,
} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {requestFirst} from './request-words.ts';
import {runRoutes} from './run-routes.ts';

/** What is shown of the routes, and how. */
const ROUTES_OPTIONS = [
  {
    key: 'method',
    type: methodNames,
    group: 'filter',
    summary: 'Only routes of these methods',
    example: 'get,post',
  },
  {
    key: 'path',
    type: pathPattern,
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
  switchFlag('changed', 'filter', 'Only routes with a setting of their own, at the path or the operation'),
  JSON_FLAG,
  switchFlag('csv', 'output', 'Print CSV', {excludes: ['json']}),
] as const satisfies readonly MeshFlag[];

const ROUTES_FLAGS: readonly MeshFlag[] = [...ROUTES_OPTIONS, ...APIS_FLAGS];

export default class Routes extends checkedCommand(ROUTES_FLAGS, {
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
    const problems = await ofMatch(this.argv, this.line);
    if (problems.length > 0) {
      printProblems(processTerminal, problems);
      process.exitCode = 2;
      return;
    }
    await this.withApis(({input, values}) => {
      const own: OptionValues<(typeof ROUTES_OPTIONS)[number]> = Object.fromEntries(
        ROUTES_OPTIONS.map(({key}) => [key, values[key]]),
      );
      return runRoutes({...input, ...own}, processTerminal);
    });
  }
}

/** The problems of a command line that is meant for the command below this one: by its name or a request, or by flags. */
async function ofMatch(
  args: readonly string[],
  {words, given, problems}: ReadLine,
): Promise<readonly Problem[]> {
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
