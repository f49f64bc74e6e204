// The ruleset with functions of Spectral's own alone, for those who extend it by path or by address, without npm.
import {stringify} from 'yaml';
import {
  EXTENSION,
  HTTP_METHODS,
  lintDescription,
  MISPLACES,
  RULES,
  rulePage,
  SCOPES,
  settingsSchema,
} from '../dist/src/index.js';
import {sharedSchemas} from './shared-schemas.mjs';
import {faultOf, nest, refusals} from './spectral-refusals.mjs';

const SEVERITIES = {error: 'error', warning: 'warn', hint: 'hint'};
const SETTING_RULES = ['setting-value', 'setting-name', 'unknown-setting', 'setting-scope'];
const MAP = ['object', 'null'];
const UNHEARD_OF = 'q'.repeat(30);

const DONE = RULES.filter(({code}) => [...SETTING_RULES, 'service-name'].includes(code));
const MISSING = RULES.filter((rule) => !DONE.includes(rule)).map(({code}) => code);

const HEAD = `# Made by \`npm run generate\` from the settings of apigen. Do not edit.
#
# Spectral's rules for the settings under ${EXTENSION}, with Spectral's own functions alone: extend it by path or by address.
#
#     extends: ["https://unpkg.com/apigen/rulesets/apigen.spectral.yaml"]
#
# \`extends: ["apigen/spectral"]\`, from the npm package apigen, finds more. This file cannot
# - tell which key was probably meant by an unknown one: it names those that are known, and knows ${EXTENSION} itself with one typo,
# - see settings beside a \`$ref\`, nor that a \`$ref\` stands in ${EXTENSION}: Spectral's own functions get its target instead,
# - point at a key: what is wrong with a key is shown at its value,
# - look behind YAML's aliases: what stands there is shown at 1:1, and once for each place that has it; a key without a value in
#   flow style is shown at 1:0,
# - shorten a long value, or escape control characters in a key or in a text with two braces,
# - check \`basePath\` of Swagger 2.0 in its role as \`path.base\`,
# - apply the rules ${MISSING.join(', ')}.
`;

/** The keywords that judge a value, without those that describe it to an editor. */
function judging({description, default: _, examples, errorMessage, ...keywords}) {
  return keywords;
}

const hasKeywords = ([, schema]) => Object.keys(schema).length > 0;

/** What one rule asks of the key, a setting or a group of them, given the part of the published schema about it. */
function keySchema(rule, scope, key, published) {
  const {code, words} = faultOf(scope, nest(key, []));
  if (!published.properties) {
    if (rule !== code) return {};
    if (code === 'setting-scope') return {type: 'null', errorMessage: words};
    return {allOf: refusals(scope, key, judging(published))};
  }
  const asksForAll = rule === 'unknown-setting';
  const children = Object.entries(published.properties)
    .map(([name, child]) => [name, keySchema(rule, scope, key === '' ? name : `${key}.${name}`, child)])
    .filter((child) => asksForAll || hasKeywords(child));
  return {
    ...(rule === code ? mapOnly(scope, key, faultOf(scope, nest(key, []))) : {}),
    ...(children.length === 0 ? {} : {properties: Object.fromEntries(children)}),
    ...(asksForAll ? {additionalProperties: {not: {}, errorMessage: unknownIn(scope, key)}} : {}),
  };
}

function mapOnly(scope, key, {code, words}) {
  if (code === 'setting-scope') return {type: MAP, errorMessage: {type: words}};
  return {allOf: refusals(scope, key, {type: MAP})};
}

function unknownIn(scope, key) {
  const name = key === '' ? UNHEARD_OF : `${key}.${UNHEARD_OF}`;
  return faultOf(scope, nest(name, 1)).words.replace(UNHEARD_OF, '{{property}}');
}

/** The pattern of keys that are one typo away from `x-apigen`, of those that core takes for it. */
function misspelled() {
  const letters = [...EXTENSION].map((letter) =>
    letter.replace(/[a-z]/, (small) => `[${small}${small.toUpperCase()}]`),
  );
  const typo = (from, to, ...middle) => [...letters.slice(0, from), ...middle, ...letters.slice(to)].join('');
  const typos = letters.flatMap((letter, index) => [
    typo(index, index + 1),
    typo(index, index + 1, '.'),
    typo(index, index, '.'),
    ...(index === 0 ? [] : [typo(index - 1, index + 1, letter, letters[index - 1])]),
  ]);
  const all = [...new Set([...typos, typo(letters.length, letters.length, '.')])].join('|');
  return `^(?!${EXTENSION}$|x-apigee$)(?=.*([gG][eE][nN]|[pP][iI][gG]|[iI][gG][eE]))(${all})$`;
}

function misspelledSchema() {
  const name = 'x-apigne';
  const [{message, hint}] = lintDescription(
    {openapi: '3.1.0', paths: {'/': {[name]: {}, get: {}}}},
    {uri: 'file:///openapi.yaml'},
  );
  return {[misspelled()]: {not: {}, errorMessage: `${message}; ${hint}`.replace(name, '{{property}}')}};
}

const LISTS = ['servers', 'tags'];

/** Refuses a misplaced `x-apigen`, field by field of the root. */
function misplacedSchema() {
  const [{message, hint}] = lintDescription(
    {openapi: '3.1.0', info: {[EXTENSION]: {}}, paths: {}},
    {uri: 'file:///openapi.yaml'},
  );
  return Object.fromEntries(
    MISPLACES.map((field) => {
      const errorMessage = `${message}; ${hint}`.replace('`info`', `\`${field}\``);
      const here = {properties: {[EXTENSION]: {type: 'null', errorMessage}}};
      return [field, LISTS.includes(field) ? {items: here} : here];
    }),
  );
}

/** Where `x-apigen` may stand in a description, and what is asked there of it and of keys that are nearly it. */
function descriptionSchema(settings, nearly, misplaced) {
  const {schemas, definitions} = sharedSchemas(settings, EXTENSION);
  const [root, path, operation] = schemas.map((schema) => ({[EXTENSION]: schema}));
  const names = nearly && {allOf: [{$ref: '#/definitions/names'}]};
  const reference = {$ref: '#/definitions/operation'};
  const item = {
    properties: {...path, additionalOperations: {additionalProperties: reference}},
    patternProperties: {[`^(${HTTP_METHODS['3.2'].join('|')})$`]: reference},
    ...names,
  };
  return {
    properties: {...root, ...misplaced, paths: {...misplaced?.paths, patternProperties: {'^/': item}}},
    ...names,
    definitions: {
      operation: {properties: operation, ...names},
      ...definitions,
      ...(nearly && {names: {patternProperties: nearly}}),
    },
  };
}

function serviceNameSchema() {
  const [{message, hint}] = lintDescription(
    {openapi: '3.1.0', [EXTENSION]: {namespace: 'shop'}, paths: {'/': {get: {}}}},
    {uri: 'file:///openapi.yaml'},
  );
  const given = {type: 'object', required: ['name'], properties: {name: {not: {type: 'null'}}}};
  const named = {required: ['service'], properties: {service: given}};
  const sets = {type: 'object', not: {additionalProperties: {type: 'null'}}};
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return {properties: {[EXTENSION]: {if: sets, then: named, errorMessage: `${message}; ${hint}`}}};
}

function definition({code, severity, summary}) {
  const settings = SCOPES.map((scope) => keySchema(code, scope, '', settingsSchema().$defs.root));
  const schema =
    code === 'service-name'
      ? serviceNameSchema()
      : descriptionSchema(
          settings,
          code === 'unknown-setting' ? misspelledSchema() : undefined,
          code === 'setting-scope' ? misplacedSchema() : undefined,
        );
  return {
    description: summary,
    message: '{{error}}',
    severity: SEVERITIES[severity],
    documentationUrl: rulePage(code),
    formats: ['oas2', 'oas3'],
    given: '$',
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for it
    then: {function: 'schema', functionOptions: {dialect: 'draft7', allErrors: true, schema}},
  };
}

/** The text of `rulesets/apigen.spectral.yaml`. */
export function spectralYaml() {
  const ruleset = {rules: Object.fromEntries(DONE.map((rule) => [`apigen-${rule.code}`, definition(rule)]))};
  return `${HEAD}${stringify(ruleset, {lineWidth: 0, aliasDuplicateObjects: false})}`;
}
