import path from 'node:path';
import {fileURLToPath} from 'node:url';
import type {UserContext} from '@redocly/openapi-core';
import type {Finding, Location} from '../../src/core/problem.ts';
import type {Sources} from './description.ts';

export type Report = Parameters<UserContext['report']>[0];

/**
 * A finding as Redocly reports it, at its own place. A finding without a place, or in a file that Redocly has not read, is
 * reported where the walk is.
 */
export function toReport({message, hint, suggestion, location}: Finding, sources: Sources): Report {
  const place = location && placeOf(location, sources);
  const file = location && !place ? `${shown(location.uri)}: ` : '';
  return {
    message: `${file}${message}${hint === undefined ? '' : `; ${hint}`}`,
    ...(suggestion === undefined ? {} : {suggest: [suggestion]}),
    ...(place === undefined ? {} : {location: place}),
  };
}

function shown(uri: string): string {
  return uri.startsWith('file:') ? path.relative('', fileURLToPath(uri)) : uri;
}

function placeOf({uri, pointer, at}: Location, sources: Sources): Report['location'] {
  const source = sources.get(uri);
  return source && {source, pointer: pointer === '' ? '#/' : `#${pointer}`, reportOnKey: at === 'key'};
}
