import {nearestKey} from '../base/nearest-key.ts';
import {childLocation, type Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import type {Operation} from '../openapi/operation.ts';
import {settingPlaces} from '../openapi/setting-places.ts';
import {lastStar, parameterName, templateParts} from '../routes/path-template.ts';
import type {Rule} from './rule.ts';

const KEY = 'path.multi_segment';

export const unknownParameter = {
  code: 'unknown-parameter',
  severity: 'error',
  ofService: true,
  summary: 'Every name in `path.multi_segment` is that of a path parameter, or the star of a last segment',
  check: ({description, settings}) =>
    settingPlaces(KEY, description.operations, settings, true).flatMap(({place, value, operations}) => {
      const names = new Set(operations.flatMap(namesOf));
      return value.flatMap((name, index): Finding[] => {
        if (names.has(name)) return [];
        const {location} = place;
        const suggestion = nearestKey(name, [...names]);
        const fix = suggestion ? {suggestion} : {hint: 'write the name of a parameter in a path'};
        const at = location ? {location: childLocation(location, String(index))} : place;
        const message = `unknown path parameter ${quote(name)} in \`${KEY}\``;
        return [{message, ...fix, setting: KEY, ...at}];
      });
    }),
} satisfies Rule;

function namesOf({pathItem: {path, template = path}}: Operation): string[] {
  const names = templateParts(template).filter((_, index) => index % 2 === 1);
  return [lastStar(template) ?? [], ...names.map(parameterName)].flat();
}
