import path from 'node:path';
import {fileURLToPath} from 'node:url';
import type {UserContext} from '@redocly/openapi-core';
import {type Finding, hintOf, type Problem} from '../../src/core/base/problem.ts';
import {DECORATOR_OPTIONS, withOptions} from '../../src/core/options/options.ts';
import {ruleLabel} from '../../src/io/print/problems.ts';
import {locate} from '../../src/io/read/locate.ts';
import type {RedoclyDescription} from './description.ts';

export type RedoclyReport = Parameters<UserContext['report']>[0];

/**
 * A finding as Redocly reports it, at its own place. A finding without a place, or in a file that Redocly has not read, is
 * reported where the walk is. A suggestion is part of the message: most of Redocly's formats do not show its own `suggest`.
 */
export function toReport(
  finding: Finding,
  read: Pick<RedoclyDescription, 'sources' | 'texts'>,
): RedoclyReport {
  const {location} = finding;
  if (location === undefined) return {message: sentence(finding)};
  const {uri, pointer, at} = location;
  const source = read.sources.get(uri);
  if (source) {
    const place = {source, pointer: pointer === '' ? '#/' : `#${pointer}`, reportOnKey: at === 'key'};
    return {message: sentence(finding), location: place};
  }
  const position = locate([location], read.texts).get(location);
  const shown = `${fileName(uri)}${position ? `:${position.line}:${position.column}` : ''}`;
  return {message: `${shown}: ${sentence(finding)}`};
}

/** A note as one line; its place is a pointer, as a line would need another parse of the file. */
export function noteText(note: Problem): string {
  const {location} = note;
  return `note${location ? ` at ${fileName(location.uri)}#${location.pointer}` : ''}${ruleLabel(note)}${sentence(note)}`;
}

/** Message and hint, which names options of the decorator. */
function sentence(finding: Finding): string {
  const hint = hintOf(finding);
  return hint === undefined ? finding.message : `${finding.message}; ${withOptions(hint, DECORATOR_OPTIONS)}`;
}

function fileName(uri: string): string {
  return uri.startsWith('file:') ? path.relative('', fileURLToPath(uri)) : uri;
}
