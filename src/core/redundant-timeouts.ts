import type {Operation} from './operation.ts';
import {childLocation, type Location, type Problem} from './problem.ts';
import type {FlagValues, SettingKey, SettingValues} from './settings.ts';

const TIMEOUT = 'timeouts.request_timeout' satisfies SettingKey;

/** A level of settings: what it gives, where its `x-apigen` stands, and how it is referred to. */
interface Level {
  readonly values: SettingValues;
  readonly extension: Location | undefined;
  readonly name: string;
}

/**
 * Finds timeouts of path items and operations that equal the one which would hold without them, wherever they are used.
 * A flag on the command line would win over the root's, so this is a remark and no fault; one that is known to be given counts.
 *
 * Source: specification, 2.4 rule 7, and the precedence of resolve-settings.ts.
 */
export function redundantTimeouts(
  operations: readonly Operation[],
  root: SettingValues,
  flag: FlagValues = {},
): Problem[] {
  // One place serves several routes: a path item's methods, and every path that refers to it.
  const uses = operations.flatMap((operation) => usesIn(levelsOf(operation, root, flag)));
  const needed = new Set(uses.filter(({problem}) => problem === undefined).map(({place}) => place));
  const needless = uses.flatMap(({place, problem}): [string, Problem][] =>
    problem === undefined || needed.has(place) ? [] : [[place, problem]],
  );
  return [...new Map(needless).values()];
}

function levelsOf(operation: Operation, root: SettingValues, flag: FlagValues): Level[] {
  return [
    {values: root, extension: undefined, name: 'at the root'},
    {values: flag, extension: undefined, name: 'in the options'},
    {values: operation.pathValues, extension: operation.pathExtension, name: 'at the path item'},
    {values: operation.operationValues, extension: operation.extension, name: 'at the operation'},
  ];
}

interface Use {
  readonly place: string;
  /** Absent when the timeout is needed here. */
  readonly problem: Problem | undefined;
}

function usesIn(levels: readonly Level[]): Use[] {
  const given = levels.filter(({values}) => values[TIMEOUT] !== undefined);
  return given.flatMap((level, index) => {
    if (level.extension === undefined) return [];
    const outer = given[index - 1];
    const same = outer !== undefined && level.values[TIMEOUT] === outer.values[TIMEOUT];
    const place = `${level.extension.uri}#${level.extension.pointer}`;
    return [{place, problem: same ? redundant(level, outer, level.extension) : undefined}];
  });
}

function redundant({values}: Level, outer: Level, extension: Location): Problem {
  return {
    code: 'redundant-timeout',
    severity: 'warning',
    message: `\`${TIMEOUT}\` is ${values[TIMEOUT]} here, as ${outer.name}: it changes nothing`,
    hint: 'leave it out',
    location: TIMEOUT.split('.').reduce(childLocation, extension),
  };
}
