import type {Place} from './cluster.ts';
import {placeWords} from './shell.ts';
import {text} from './texts.ts';

/** helm's complaint of an object that another made. */
const FOREIGN = /([A-Za-z]+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported/;

/** Where in the templates the chart refuses something, which tells a person nothing. */
const POSITION = /execution error at \([^)]*\): /;

/** A complaint of helm about the chart's objects, in words of the options, with what a person can do about it below, where that is known. */
export function advised(told: string, place: Place): string {
  const complaint = told.replace(POSITION, '').replace('leave backend.enabled out', 'add --skip-backend');
  const [, kind, name] = FOREIGN.exec(complaint) ?? [];
  if (kind === undefined || name === undefined) return complaint;
  return `${complaint}\n${text('foreignObject', {kind, name, placeWords: placeWords(place)})}`;
}
