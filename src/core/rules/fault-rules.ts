import {isEnforced} from '../openapi/access.ts';
import {faultRule, type Rule} from './rule.ts';

export const settingValue = faultRule(
  'setting-value',
  'error',
  'The value of a setting is of the right type and in its range',
);

export const unknownSetting = faultRule('unknown-setting', 'error', 'Every key of `x-apigen` is a setting');

/** The rules about settings: what they report counts for any description. */
export const SETTING_RULES: readonly Rule[] = [
  settingValue,
  faultRule('setting-name', 'error', 'Names of Services, namespaces and domains are valid in Kubernetes'),
  unknownSetting,
  faultRule('setting-scope', 'error', 'Settings are at a level where they have an effect'),
];

const PATH_ITEM_KEY = faultRule(
  'path-item-key',
  'warning',
  'Keys of path items are those of OpenAPI, or begin with `x-`',
);

/** The rules about how a description is written. */
export const STRUCTURE_RULES: readonly Rule[] = [
  // Only linters look further into such a description.
  faultRule('not-openapi', 'error', 'The version of OpenAPI is one that is read, as a string'),
  faultRule('paths', 'error', '`paths` is a map'),
  faultRule('path-template', 'error', 'Paths begin with `/` and have balanced braces around parameter names'),
  faultRule('path-item', 'error', 'Path items are maps'),
  faultRule('operation', 'error', 'Operations are maps, and each path has an HTTP method once'),
  faultRule(
    'reference',
    'error',
    '`$ref`s of path items and operations resolve to maps and are not circular',
  ),
  {
    ...faultRule('unresolved-reference', 'error', '`$ref`s of path items and operations can be resolved'),
    linted: false,
  },
  {...faultRule('unresolved-parameter', 'note', '`$ref`s of parameters can be resolved'), linted: false},
  {...faultRule('self-address', 'note', 'Relative `$ref`s lead to the same from `$self`'), linted: false},
  {
    ...PATH_ITEM_KEY,
    check(input) {
      const found = PATH_ITEM_KEY.check(input);
      if (found.length === 0 || !isEnforced(input.settings)) return found;
      // `security-scheme` reports these.
      const reported = new Set(input.routes.map(({pathItem}) => pathItem.security?.pointer));
      return found.filter(({location}) => !reported.has(location?.pointer));
    },
  },
];
