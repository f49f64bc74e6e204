import {check} from '../../src/core/generate/check.ts';
import {readDescribed} from '../../src/core/generate/described.ts';
import type {GenerateOptions} from '../../src/core/generate/generate.ts';
import {type RouteTable, routeTable} from '../../src/core/generate/route-table.ts';

/** The routes of a description, as commands show them. */
export function routesOf(document: unknown, options: GenerateOptions = {}): RouteTable {
  return routeTable(check(readDescribed(document, options), options));
}

/** The output that a description gives, for its matches. */
export function outputOf(
  document: unknown,
  options: GenerateOptions = {},
): NonNullable<RouteTable['output']> {
  const {output} = routesOf(document, options);
  if (output === undefined) throw new Error('not a description');
  return output;
}
