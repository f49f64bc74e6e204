// The ruleset with functions of Spectral's own alone, for those who extend it by path or by address, without npm.
import {stringify} from 'yaml';
import {
  EXTENSION,
  HTTP_METHODS,
  lintDescription,
  RULES,
  readExtension,
  rulePage,
  SCOPES,
  settingsSchema,
} from '../dist/src/index.js';

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
# - tell which key was probably meant by an unknown one: it names those that are known,
# - see settings that stand beside a \`$ref\`: Spectral's own functions get its target instead,
# - check \`basePath\` of Swagger 2.0 in its role as \`path.base\`,
# - apply the rules ${MISSING.join(', ')}.
`;

/** `{service: {port: value}}` of `service.port`. */
const nest = (key, value) =>
  (key === '' ? [] : key.split('.')).reduceRight((inner, name) => ({[name]: inner}), value);

/** What core says of a wrong value: the words are taken from it, and Spectral fills in the value at fault. */
function faultOf(scope, value) {
  const [{code, message, hint}] = readExtension(value, scope, {uri: '', pointer: ''}).problems;
  return {code, words: `${message}; ${hint}`.replace('but it is a list', 'but it is ${0}')};
}

/** The keywords that judge a value, without those that describe it to an editor. */
function judging({description, default: _, examples, errorMessage, ...keywords}) {
  return keywords;
}

const hasKeywords = ([, schema]) => Object.keys(schema).length > 0;

/** What one rule asks of the key, a setting or a group of them, given the part of the published schema about it. */
function keySchema(rule, scope, key, published) {
  const {code, words} = faultOf(scope, nest(key, []));
  if (!published.properties) {
    const keywords = code === 'setting-scope' ? {type: 'null'} : judging(published);
    return rule === code ? {...keywords, errorMessage: words} : {};
  }
  const asksForAll = rule === 'unknown-setting';
  const children = Object.entries(published.properties)
    .map(([name, child]) => [name, keySchema(rule, scope, key === '' ? name : `${key}.${name}`, child)])
    .filter((child) => asksForAll || hasKeywords(child));
  return {
    ...(rule === code ? {type: MAP, errorMessage: {type: words}} : {}),
    ...(children.length === 0 ? {} : {properties: Object.fromEntries(children)}),
    ...(asksForAll ? {additionalProperties: {not: {}, errorMessage: unknownIn(scope, key)}} : {}),
  };
}

function unknownIn(scope, key) {
  const name = key === '' ? UNHEARD_OF : `${key}.${UNHEARD_OF}`;
  const {words} = faultOf(scope, nest(name, 1));
  return words.replace(`"${name}"`, key === '' ? '${0#}' : `\${0#} of \`${key}\``);
}

/** Where `x-apigen` may stand in a description, and what is asked of it there. */
function descriptionSchema([root, path, operation]) {
  const withExtension = (schema) => ({properties: {[EXTENSION]: schema}});
  const reference = {$ref: '#/definitions/operation'};
  return {
    properties: {
      [EXTENSION]: root,
      paths: {
        patternProperties: {
          '^/': {
            properties: {[EXTENSION]: path, additionalOperations: {additionalProperties: reference}},
            patternProperties: {[`^(${HTTP_METHODS['3.2'].join('|')})$`]: reference},
          },
        },
      },
    },
    definitions: {operation: withExtension(operation)},
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
  const schema = code === 'service-name' ? serviceNameSchema() : descriptionSchema(settings);
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
