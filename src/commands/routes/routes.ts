import {existsSync} from 'node:fs';
import {nearestKey} from '../../core/nearest-key.ts';
import {inputError, type Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {anyText} from '../../core/settings/types/index.ts';
import {APIS_FLAGS, JSON_FLAG, type MeshFlag, type OptionValues, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
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
  override run(): Promise<void> {
    return this.withApis(
      ({input, values}) => {
        const own: OptionValues<(typeof ROUTES_OPTIONS)[number]> = Object.fromEntries(
          ROUTES_OPTIONS.map(({key}) => [key, values[key]]),
        );
        return runRoutes({...input, ...own}, processTerminal);
      },
      () => misspelled(this.line.words),
    );
  }
}

/** The problem of a word that is not a file, but nearly that of the command below this one. */
function misspelled([word = '']: readonly string[]): Problem[] {
  if (nearestKey(word, ['match']) === undefined || existsSync(word)) return [];
  return [inputError(`unknown command ${quote(`routes ${word}`)}`, 'did you mean `apigen routes match`?')];
}
