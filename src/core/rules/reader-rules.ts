import {type Rule, readerRule} from './rule.ts';

export const settingValue = readerRule(
  'setting-value',
  'error',
  'The value of a setting is of the right type and in its range',
);

export const unknownSetting = readerRule('unknown-setting', 'error', 'Every key of `x-apigen` is a setting');

/** The rules about settings: what they report counts for any description. */
export const SETTING_RULES: readonly Rule[] = [
  settingValue,
  readerRule('setting-name', 'error', 'Names of Services, namespaces and domains are valid in Kubernetes'),
  unknownSetting,
  readerRule('setting-scope', 'error', 'Settings are at a level where they have an effect'),
];

/** The rules about how a description is written. */
export const STRUCTURE_RULES: readonly Rule[] = [
  // Only linters look further into such a description.
  readerRule('not-openapi', 'error', 'The version of OpenAPI is one that is read, as a string'),
  readerRule('paths', 'error', '`paths` is a map'),
  readerRule(
    'path-template',
    'error',
    'Paths begin with `/` and have balanced braces around parameter names',
  ),
  readerRule('path-item', 'error', 'Path items are maps'),
  readerRule('operation', 'error', 'Operations are maps, and each path has an HTTP method once'),
  readerRule(
    'reference',
    'error',
    '`$ref`s of path items and operations resolve to maps and are not circular',
  ),
  {
    ...readerRule('unresolved-reference', 'error', '`$ref`s of path items and operations can be resolved'),
    linted: false,
  },
  {
    ...readerRule('unresolved-parameter', 'note', '`$ref`s of parameters can be resolved'),
    linted: false,
  },
  readerRule('path-item-key', 'warning', 'Keys of path items are those of OpenAPI, or begin with `x-`'),
];
