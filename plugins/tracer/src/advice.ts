import type {Place} from './cluster.ts';
import {text} from './texts.ts';

/** helm's complaint of an object that another made. */
const FOREIGN = /([A-Za-z]+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported/;

/** A complaint of helm about the chart's objects, with what a person can do about it below, where that is known. */
export function advised(complaint: string, {context, namespace}: Place): string {
  const [, kind, name] = FOREIGN.exec(complaint) ?? [];
  if (kind === undefined || name === undefined) return complaint;
  return `${complaint}\n${text('foreignObject', {kind, name, context, namespace})}`;
}
