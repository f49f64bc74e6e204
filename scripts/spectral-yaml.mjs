// The ruleset with Spectral's own functions only, for those who extend it by path or by address, without npm.
import {stringify} from 'yaml';
import {descriptionSchema, EXTENSION, LINT_RULES, rulePage, SCOPES} from '../dist/src/index.js';

/** The rules of this file, which are errors, and what each takes of a schema of settings. */
const RULES = {'setting-value': valuesIn, 'unknown-setting': keysIn};
/** Rules of the npm package that one of these covers. */
const COVERED = ['setting-name', 'setting-scope'];
const MISSING = LINT_RULES.map(({code}) => code).filter((code) => !(code in RULES || COVERED.includes(code)));

const HEAD = `# Made by \`npm run generate\` from the settings of apigen. Do not edit.
#
# Spectral rules for the settings under ${EXTENSION}, with Spectral's own functions only. Extend it by path or by address:
#
#     extends: ["https://unpkg.com/@apigen/cli/rulesets/apigen.spectral.yaml"]
#
# apigen-setting-value also checks names, and apigen-unknown-setting also reports a setting at a level where it has no effect.
#
# The ruleset of the npm package, \`extends: ["@apigen/cli/spectral"]\`, finds more. This file does not
# - show the value it found, or suggest the nearest name for an unknown key,
# - check an ${EXTENSION} next to a \`$ref\`, or report a \`$ref\` in ${EXTENSION}: Spectral replaces each \`$ref\` by its target first,
# - report an ${EXTENSION} that is misspelled, or in a place where it has no effect,
# - check \`basePath\` of Swagger 2.0, or the total size of annotations,
# - have these rules: ${MISSING.join(', ')}.
`;

/** The schema of a scope, or of a group in it, as far as it concerns values. */
function valuesIn(schema, key = EXTENSION) {
  const {title, description, default: _, examples, ...keywords} = schema;
  if (keywords.properties === undefined) return keywords;
  const {additionalProperties, patternProperties, properties, ...group} = keywords;
  const errorMessage = `invalid \`${key}\`: expected a map of settings`;
  return {...group, errorMessage, properties: mapValues(properties, valuesIn)};
}

/** The schema of a scope, or of a group in it, as far as it concerns keys; nothing for what is not a group. */
function keysIn({properties, patternProperties}) {
  if (properties === undefined) return true;
  const known = Object.keys(properties).map((name) => `\`${name}\``);
  const errorMessage = `unknown setting "{{property}}"; known here: ${known.join(', ')}`;
  return {
    properties: mapValues(properties, keysIn),
    patternProperties,
    additionalProperties: {not: {}, errorMessage},
  };
}

const mapValues = (map, change) =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));

/** The schema of a description, with one part of the schemas of its settings. */
function schemaOf(part) {
  const {properties, definitions} = descriptionSchema();
  const settings = [...SCOPES, 'ignore'].map((name) => [name, part(definitions[name])]);
  const description = {$ref: '#/definitions/description'};
  return {
    // Other documents are not checked. `if` would add an error of its own to those of `then`.
    dependencies: {openapi: description, swagger: description},
    definitions: {...definitions, ...Object.fromEntries(settings), description: {properties}},
  };
}

function definition(code) {
  const {severity, summary} = LINT_RULES.find((rule) => rule.code === code);
  return {
    description: summary,
    message: '{{error}}',
    severity,
    documentationUrl: rulePage(code),
    given: '$',
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for it
    then: {
      function: 'schema',
      functionOptions: {dialect: 'draft7', allErrors: true, schema: schemaOf(RULES[code])},
    },
  };
}

/** The text of `rulesets/apigen.spectral.yaml`. */
export function spectralYaml() {
  const rules = Object.keys(RULES).map((code) => [`apigen-${code}`, definition(code)]);
  return `${HEAD}${stringify({rules: Object.fromEntries(rules)}, {lineWidth: 0, aliasDuplicateObjects: false})}`;
}
