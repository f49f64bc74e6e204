import {anyText, boolean, textList, type ValueOf} from '../../core/settings/types/index.ts';
import type {MeshFlag} from '../arguments/flags.ts';
import {APIS_FLAGS} from '../arguments/flags.ts';

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
  {
    key: 'ignore',
    type: textList('pattern'),
    group: 'filter',
    summary: 'Leave out the requests of a log whose path fits: `*` is any text of one segment, `**` any text',
    example: ['/healthz'],
  },
  {
    key: 'suggest',
    type: boolean,
    group: 'output',
    excludes: ['json'],
    summary:
      'Print an Overlay with timeouts from the durations of a log: twice the 99.9th percentile, in whole seconds',
    example: true,
  },
  JSON_FLAG,
] as const satisfies readonly MeshFlag[];

export const ROUTES_FLAGS: readonly MeshFlag[] = [...ROUTES_OPTIONS, ...APIS_FLAGS];
export const MATCH_FLAGS: readonly MeshFlag[] = [...MATCH_OPTIONS, ...APIS_FLAGS];

/** The values of a command's own options under their keys. */
export type OptionValues<R extends MeshFlag> = {
  readonly [K in R['key']]?: ValueOf<Extract<R, {readonly key: K}>['type']>;
};
