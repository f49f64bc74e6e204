import type {Operation} from '../openapi/operation.ts';
import {childLocation, type Finding, type Location} from '../problem.ts';
import type {Rule} from '../rule.ts';
import {type GivenValue, givenValues} from '../settings/precedence.ts';

const KEY = 'timeouts.request_timeout';

/** Finds timeouts of path items and operations that equal the one that would apply without them, wherever they are used. */
export const redundantTimeout = {
  code: 'redundant-timeout',
  severity: 'note',
  summary: 'A timeout differs from the one that would apply without it',
  check({description, settings}) {
    // One place serves several routes: a path item's methods, and every path that refers to it.
    const uses = description.operations
      .filter((operation) => operation.settings.extension ?? operation.pathItem.settings.extension)
      .flatMap((operation) => usesIn(givenValues(KEY, settings.levels(operation)), operation));
    const needed = new Set(uses.filter(({finding}) => finding === undefined).map(({place}) => place));
    const redundant = uses.flatMap(({place, finding}): [string, Finding][] =>
      finding === undefined || needed.has(place) ? [] : [[place, finding]],
    );
    return [...new Map(redundant).values()];
  },
} satisfies Rule;

interface Use {
  readonly place: string;
  /** Absent when the timeout is needed here. */
  readonly finding: Finding | undefined;
}

function usesIn(given: readonly GivenValue<typeof KEY>[], operation: Operation): Use[] {
  return given.flatMap(({level, value}, index): Use[] => {
    const extension = extensionAt(level, operation);
    if (extension === undefined) return [];
    const weaker = given[index + 1];
    const place = `${extension.uri}#${extension.pointer}`;
    if (weaker === undefined || weaker.value !== value) return [{place, finding: undefined}];
    const finding = {
      message: `redundant \`${KEY}\` ${value}: the same value is set ${weaker.where}`,
      hint: 'remove it',
      setting: KEY,
      location: KEY.split('.').reduce(childLocation, extension),
    };
    return [{place, finding}];
  });
}

function extensionAt(
  level: GivenValue<typeof KEY>['level'],
  {settings, pathItem}: Operation,
): Location | undefined {
  if (level === 'operation') return settings.extension;
  return level === 'path' ? pathItem.settings.extension : undefined;
}
