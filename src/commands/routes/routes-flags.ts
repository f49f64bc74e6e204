import {anyText, boolean, type ValueOf} from '../../core/settings/types/index.ts';
import {type MeshFlag, RUN_FLAGS, SETTING_FLAGS} from '../mesh/mesh-flags.ts';

/** The options of a run that decide what the routes are. */
const INPUT_FLAGS: readonly string[] = [
  'in',
  'overlay',
  'remote-refs',
  'read-linkerd-extensions',
  'group',
  'only-described',
];

/** The flags of every command about routes: those of `apigen mesh` for the description and its settings. */
const COMMON_FLAGS: readonly MeshFlag[] = [
  ...RUN_FLAGS.filter(({key}) => INPUT_FLAGS.includes(key)),
  ...SETTING_FLAGS,
];

const JSON_FLAG = {
  key: 'json',
  type: boolean,
  group: 'output',
  summary: 'Print JSON',
  example: true,
} as const satisfies MeshFlag;

/** What is shown of the routes, and how. */
export const ROUTES_OPTIONS = [
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
  {
    key: 'changed',
    type: boolean,
    group: 'filter',
    summary: 'Only routes with a setting of their own, at the path or the operation',
    example: true,
  },
  JSON_FLAG,
  {key: 'csv', type: boolean, group: 'output', excludes: ['json'], summary: 'Print CSV', example: true},
] as const satisfies readonly MeshFlag[];

/** Where requests come from, and how what they match is shown. */
export const MATCH_OPTIONS = [
  {
    key: 'log',
    type: anyText('file|-'),
    group: 'input',
    summary: 'Read requests from an access log, or - for standard input',
    example: 'access.log',
  },
  JSON_FLAG,
] as const satisfies readonly MeshFlag[];

/** The flags of `apigen routes` and of `apigen routes match`. */
export const ROUTES_FLAGS: readonly MeshFlag[] = [...ROUTES_OPTIONS, ...COMMON_FLAGS];
export const MATCH_FLAGS: readonly MeshFlag[] = [...MATCH_OPTIONS, ...COMMON_FLAGS];

/** The values of a command's own options under their keys. */
export type OptionValues<R extends MeshFlag> = {
  readonly [K in R['key']]?: ValueOf<Extract<R, {readonly key: K}>['type']>;
};
