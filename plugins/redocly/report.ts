import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Location as RedoclyLocation, UserContext} from '@redocly/openapi-core';
import type {Location, Problem, ProblemCode} from '../../src/core/problem.ts';
import {OPTION_HINTS} from '../../src/core/project-profile.ts';

type Source = RedoclyLocation['source'];
export type Report = Parameters<UserContext['report']>[0];

/** What is reported: a problem of the generator or a finding of a rule. */
export type Reportable = Pick<Problem, 'message'> &
  Partial<Pick<Problem, 'hint' | 'location'>> & {readonly code: ProblemCode};

/** Hints that offer one key become Redocly's "Did you mean". */
const DID_YOU_MEAN = /^did you mean `([^`]+)`\?$/;

/**
 * A problem as Redocly reports it: at its real place, in the file where it stands. What has no place, or one in a text
 * that Redocly did not read, is reported where the walk stands.
 */
export function toReport(problem: Reportable, sources: ReadonlyMap<string, Source>): Report {
  const {message, location} = problem;
  const hint = OPTION_HINTS[problem.code] ?? problem.hint;
  const meant = hint === undefined ? undefined : DID_YOU_MEAN.exec(hint)?.[1];
  const words = hint === undefined || meant !== undefined ? message : `${message}; ${hint}`;
  const place = location && placeOf(location, sources);
  return {
    message: location !== undefined && place === undefined ? `${shown(location.uri)}: ${words}` : words,
    ...(meant === undefined ? {} : {suggest: [meant]}),
    ...(place === undefined ? {} : {location: place}),
  };
}

function shown(uri: string): string {
  return uri.startsWith('file:') ? path.relative('', fileURLToPath(uri)) : uri;
}

function placeOf({uri, pointer, at}: Location, sources: ReadonlyMap<string, Source>): Report['location'] {
  const source = sources.get(uri);
  return source && {source, pointer: pointer === '' ? '#/' : `#${pointer}`, reportOnKey: at === 'key'};
}

/** The configuration file as a text that can be reported on, where this version of Redocly hands it over. */
export function configSource(config: UserContext['config']): ReadonlyMap<string, Source> {
  const {configPath, document} = config ?? {};
  if (configPath === undefined || document === undefined) return new Map();
  return new Map([[pathToFileURL(configPath).href, document.source]]);
}
