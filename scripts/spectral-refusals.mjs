// What Spectral's function `schema` refuses of a setting's value, in the words of core.
import {readExtension} from '../dist/src/index.js';

/** `{service: {port: value}}` of `service.port`. */
export const nest = (key, value) =>
  (key === '' ? [] : key.split('.')).reduceRight((inner, name) => ({[name]: inner}), value);

/** What core says of a value, if that is wrong. */
export function faultOf(scope, value) {
  const [fault] = readExtension(value, scope, {uri: '', pointer: ''}).problems;
  return fault && {code: fault.code, words: `${fault.message}; ${fault.hint}`};
}

const BRACES = '\\{\\{';
const NATURAL = {type: 'integer', minimum: 0};

/**
 * The kinds of values, each with an example and how it is quoted: by `{{value}}`, which Spectral fills in, or by `${0}`,
 * which escapes what it holds, but which Spectral reads for placeholders again.
 */
const KINDS = [
  {kind: 'array', type: 'array', example: []},
  {kind: 'object', type: 'object', example: {}},
  {kind: 'text with braces', type: 'string', example: '!//!', quoted: '"{{value}}"'},
  {kind: 'text', type: 'string', example: '!//!', quoted: '${0}'},
  {kind: 'boolean', type: 'boolean', example: true, quoted: '{{value}}'},
  {kind: 'natural number', type: 'integer', example: 4294967296, quoted: '{{value}}'},
  {kind: 'other number', type: 'integer', example: -1.5, quoted: '{{value}}'},
];

/** What refuses values of these kinds alone. Infinity and NaN, which YAML has, are of no type. */
const REFUSING = new Map([
  ['array', {not: {type: 'array'}}],
  ['object', {not: {type: 'object'}}],
  ['boolean', {not: {type: 'boolean'}}],
  ['text with braces', {not: {type: 'string', pattern: BRACES}}],
  ['text', {pattern: BRACES}],
  ['text with braces, text', {not: {type: 'string'}}],
  ['natural number', {not: NATURAL}],
  ['other number', {anyOf: [{type: ['array', 'object', 'boolean', 'string', 'null']}, NATURAL]}],
  ['natural number, other number', {type: ['array', 'object', 'boolean', 'string', 'null']}],
  ['boolean, natural number, other number', {type: ['array', 'object', 'string', 'null']}],
]);

/** The kinds that are refused in the same words, together where one keyword refuses them: Spectral compiles each at every start. */
function groupsOf(faults) {
  const groups = [...new Set(faults.map(({words}) => words))].map((words) =>
    faults.filter((fault) => fault.words === words),
  );
  return groups.flatMap((group) => (REFUSING.has(kindsOf(group)) ? [group] : group.map((fault) => [fault])));
}

const kindsOf = (group) => group.map(({kind}) => kind).join(', ');

/** Refuses what is not as `keywords` ask, in the words of core for each kind of value. */
export function refusals(scope, key, keywords) {
  const faults = KINDS.flatMap(({kind, type, example, quoted}) => {
    const fault = faultOf(scope, nest(key, example));
    if (fault === undefined) return [];
    // Of `true or false` the value at fault is none.
    const words = fault.words.replace(` it is ${JSON.stringify(example)}`, ` it is ${quoted}`);
    return [{kind, type, words: words.replace(`\`"${example}"\``, `\`"${quoted}"\``)}];
  });
  return groupsOf(faults).map((group) => {
    const refusing = REFUSING.get(kindsOf(group));
    const mayBeRight = group.some(({type}) => keywords.type.includes(type));
    return {...(mayBeRight ? {anyOf: [refusing, keywords]} : refusing), errorMessage: group[0].words};
  });
}
