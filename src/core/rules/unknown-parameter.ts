import {nearestKey} from '../base/nearest-key.ts';
import {childLocation, type Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {placeAtLevel, type SettingPlace} from '../openapi/effective-settings.ts';
import type {Operation} from '../openapi/operation.ts';
import {parameterName, templateParts} from '../routes/path-template.ts';
import {givenValues} from '../settings/precedence.ts';
import type {Rule, RuleInput} from './rule.ts';

const KEY = 'path.multi_segment';

/** A list of names, and the names of the parameters of all paths that it is for. */
interface NamesAt {
  readonly listed: readonly string[];
  readonly place: SettingPlace;
  readonly known: Set<string>;
}

export const unknownParameter = {
  code: 'unknown-parameter',
  severity: 'error',
  ofService: true,
  summary: 'Every name in `path.multi_segment` is that of a path parameter',
  check: (input) =>
    namesAt(input).flatMap(({listed, place, known}) =>
      listed.flatMap((name, index): Finding[] => {
        if (known.has(name)) return [];
        const {location} = place;
        const suggestion = nearestKey(name, [...known]);
        return [
          {
            message: `unknown path parameter ${quote(name)} in \`${KEY}\``,
            ...(suggestion === undefined ? {hint: 'write the name of a parameter in a path'} : {suggestion}),
            setting: KEY,
            ...(location ? {location: childLocation(location, String(index))} : place),
          },
        ];
      }),
    ),
} satisfies Rule;

/** Where the setting is given; one place may be for the paths of several operations. */
function namesAt({description: {operations}, settings}: RuleInput): NamesAt[] {
  const places = new Map<string, NamesAt>();
  for (const operation of operations)
    for (const {level, value: listed} of givenValues(KEY, settings.levels(operation))) {
      const place = placeAtLevel(KEY, level, settings.rootOf(operation), operation);
      const id = `${place.location?.uri} ${place.location?.pointer}`;
      const known = places.get(id)?.known ?? new Set();
      for (const name of namesOf(operation)) known.add(name);
      places.set(id, {listed, place, known});
    }
  return [...places.values()];
}

function namesOf({pathItem: {path, template = path}}: Operation): string[] {
  return templateParts(template).flatMap((part, index) => (index % 2 === 0 ? [] : parameterName(part)));
}
