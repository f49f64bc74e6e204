import {type JsonMap, ownValue} from '../json.ts';
import type {Location} from '../problem.ts';
import {type Reading, readKeys} from '../settings/read.ts';
import {SETTINGS} from '../settings/table.ts';
import type {OpenapiVersion} from './version.ts';

const BASE_PATH = 'basePath';
const ENTRIES = SETTINGS.flatMap((setting) =>
  setting.key === 'path.base' ? {...setting, key: BASE_PATH} : [],
);

/** `basePath` of Swagger 2.0, which serves as `path.base` when neither a flag nor `x-apigen` sets it. */
export function readBasePath(document: JsonMap, root: Location, version: OpenapiVersion): Reading {
  const found = version === '2.0' ? {[BASE_PATH]: ownValue(document, BASE_PATH) ?? null} : {};
  const {values, faults} = readKeys(found, {what: 'setting', entries: ENTRIES, dotted: false}, root);
  return {values: Object.fromEntries(Object.values(values).map((base) => ['path.base', base])), faults};
}

/**
 * The path that the URLs of all `servers` at the root share, without a trailing `/`; `undefined` when they differ, have
 * none, or a variable in one has no default. Swagger 2.0 has `basePath` instead.
 *
 * Source: OpenAPI 3.2, Server Object and Server Variable Object.
 */
export function sharedServerPath(document: JsonMap, version: OpenapiVersion): string | undefined {
  const servers = version === '2.0' ? undefined : ownValue(document, 'servers');
  if (!Array.isArray(servers)) return undefined;
  const [first, ...others] = new Set(servers.map(serverPath));
  return others.length === 0 && first !== '' ? first : undefined;
}

/** What a URL has in front of its path. */
const ORIGIN = /^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;

function serverPath(server: unknown): string | undefined {
  const url = ownValue(server, 'url');
  if (typeof url !== 'string') return undefined;
  const variables = ownValue(server, 'variables');
  const filled = url.replace(/\{([^{}]*)\}/g, (variable, name) => defaultOf(variables, name) ?? variable);
  const path = filled.replace(ORIGIN, '').replace(/[?#].*$/s, '');
  // What a relative path is relative to is known where the description is published.
  const isKnown = (path === '' || path.startsWith('/')) && !/[{}]|\/\//.test(path);
  return isKnown ? path.replace(/\/$/, '') : undefined;
}

function defaultOf(variables: unknown, name: string): string | undefined {
  const value = ownValue(ownValue(variables, name), 'default');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
