import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {isMap, type JsonMap} from '../../src/core/base/json.ts';
import {HTTP_METHODS} from '../../src/core/openapi/version.ts';
import {EXTENSION} from '../../src/core/settings/table.ts';

/** An `x-apigen` for a path item and for its first operation; the paths of a description get them in turns. */
const SETTINGS: readonly {readonly path?: JsonMap; readonly operation?: JsonMap}[] = [
  {path: {timeouts: {request_timeout: 10}}},
  {operation: {timeouts: {request_timeout: 0}}},
  {path: {timeouts: {request_timeout: 0}}, operation: {timeouts: {request_timeout: 20}}},
  {path: {disabled: true}},
  {path: {disabled: true}, operation: {disabled: false, timeouts: {request_timeout: null}}},
  {},
];

/** Writes a copy of a description in JSON, with settings at all levels and its paths reversed, and returns its name. */
export function writeWithSettings(file: string, index: number, folder: string): string {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isMap(document) || !isMap(document.paths)) throw new Error(`${file} has no paths`);
  const paths = Object.entries(document.paths)
    .map(([name, item], place) => [name, isMap(item) ? itemWithSettings(item, place) : item])
    .toReversed();
  const changed = {
    ...document,
    [EXTENSION]: {path: {base: index % 2 === 0 ? '/base/' : 'v1.0'}, timeouts: {request_timeout: 30}},
    paths: Object.fromEntries(paths),
  };
  const copy = path.join(folder, `${index}.json`);
  writeFileSync(copy, JSON.stringify(changed));
  return copy;
}

function itemWithSettings(item: JsonMap, place: number): JsonMap {
  const {path: ofPath, operation: ofOperation} = SETTINGS[place % SETTINGS.length] ?? {};
  const method = HTTP_METHODS['3.1'].find((name) => isMap(item[name]));
  const operation = method === undefined ? undefined : item[method];
  return {
    ...item,
    ...(ofPath && {[EXTENSION]: ofPath}),
    ...(method && isMap(operation) && ofOperation && {[method]: {...operation, [EXTENSION]: ofOperation}}),
  };
}
