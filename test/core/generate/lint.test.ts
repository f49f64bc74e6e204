import {expect, it} from '@jest/globals';
import {lintDescription} from '../../../src/core/generate/lint.ts';
import type {Documents} from '../../../src/core/openapi/documents.ts';
import {ofKnownRules} from '../../shown-rules.ts';

const uri = 'file:///openapi.yaml';
const openapi = '3.1.0';

/** What is found, without new rules. */
function lint(...given: Parameters<typeof lintDescription>) {
  return ofKnownRules(lintDescription(...given));
}

/** `severity code file#pointer`, with `key` for a problem of the key, in the order of the rules. */
function briefly(document: unknown, documents: Documents = new Map()): string[] {
  return lint(document, {uri, documents}).map(({code, severity, location}) => {
    const file = location.uri === uri ? '' : location.uri;
    return `${severity} ${code} ${file}#${location.pointer}${location.at === 'key' ? ' key' : ''}`;
  });
}

const pets = {get: {}};
const name = {service: {name: 'petstore'}};
const timeout = (seconds: unknown) => ({timeouts: {request_timeout: seconds}});

it.each([
  {name: 'not a map', given: [], want: []},
  {
    name: 'an extension that is nearly ours: nothing but that',
    given: {openapi, 'x-apgen': 1, paths: {'/a/{x}': pets, '/a/{y}': {...pets, 'x-apgen': 1}, 'b/{': 1}},
    want: ['error unknown-setting #/x-apgen key', 'error unknown-setting #/paths/~1a~1{y}/x-apgen key'],
  },
  {
    name: 'an `x-apigen` that is misplaced: nothing but that',
    given: {
      openapi,
      info: {'x-apigen': {}},
      tags: [{}, {'x-apigen': name}, 1],
      servers: [{'x-apigen': null}],
      paths: {'x-apigen': 1, '/a/{x}': pets, '/a/{y}': {get: {requestBody: {'x-apigen': 1}}}},
      other: {'x-apigen': {}},
    },
    want: [
      'error setting-scope #/info/x-apigen key',
      'error setting-scope #/tags/1/x-apigen key',
      'error setting-scope #/paths/x-apigen key',
      'error setting-scope #/paths/~1a~1{y}/get/requestBody/x-apigen key',
    ],
  },
  {
    name: 'an `x-apigen` in what a path may refer to',
    given: {
      openapi,
      paths: {'/a': {...pets, 'x-anchors': {'x-apigen': timeout(1)}}},
      components: {pathItems: {b: {...pets, 'x-apigen': timeout(1)}}},
      'x-anchors': {'x-apigen': timeout(1)},
    },
    want: [],
  },
  {name: 'the extension of Apigee', given: {openapi, 'X-Apigee': 1, paths: {'/a': pets}}, want: []},
  {
    name: 'every route disabled',
    given: {openapi, 'x-apigen': {...name, disabled: true}, paths: {'/pets': pets}},
    want: ['warning no-routes #/paths key'],
  },
  {
    name: 'an unresolved reference is for the linter itself to report',
    given: {openapi, 'x-apigen': name, paths: {'/pets': {$ref: '#/nothing'}}},
    want: [],
  },
])('$name', ({given, want}) => {
  expect(briefly(given)).toEqual(want);
});

it.each([
  {settings: {'service.name': 'a'}, root: {namespace: 'shop'}, want: ['service-namespace']},
  {settings: {namespace: 'default'}, root: {namespace: 'shop'}, want: ['service-name']},
  // Without settings in the description, too.
  {settings: {'service.name': 'a'}, root: undefined, want: ['ambiguous-paths']},
])('knows the options $settings next to $root', ({settings, root, want}) => {
  const paths = {'/a/{x}': pets, ...(root ? {} : {'/a/{y}': pets})};
  const document = {openapi, ...(root && {'x-apigen': root}), paths};
  expect(lint(document, {uri, settings}).map(({code}) => code)).toEqual(want);
});

it('allows a result without routes on request', () => {
  const document = {openapi, 'x-apigen': name, paths: {}};
  expect(lint(document, {uri}).map(({code}) => code)).toEqual(['no-routes']);
  expect(lint(document, {uri, allowEmpty: true})).toEqual([]);
});

it('reports a problem in a referenced document there, and once', () => {
  const content = {get: {'x-apigen': timeout(-1)}};
  const documents = new Map([['file:///pets.yaml', {content}]]);
  const paths = {'/a': {$ref: 'pets.yaml'}, '/b': {$ref: 'pets.yaml'}};
  expect(briefly({openapi, 'x-apigen': name, paths}, documents)).toEqual([
    'error setting-value file:///pets.yaml#/get/x-apigen/timeouts/request_timeout',
  ]);
});

it('gives the way through references to a problem', () => {
  const documents: Documents = new Map([
    ['file:///pets.yaml', {content: {a: {get: {$ref: 'get.yaml', 'x-apigen': {a: 1}}}}}],
    ['file:///get.yaml', {content: {'x-apigen': timeout(-1)}}],
  ]);
  const paths = {'/a': {$ref: 'pets.yaml#/a'}, '/b': {$ref: '#/b', 'x-apigen': {b: 1}}};
  const findings = lint({openapi, paths, b: {'x-apigen': {c: 1}, get: {}}}, {uri, documents});
  expect(findings.map(({location}) => location)).toEqual([
    {
      uri: 'file:///pets.yaml',
      pointer: '/a/get/x-apigen/a',
      access: '/paths/~1a/get/x-apigen/a',
      at: 'key',
    },
    {uri, pointer: '/paths/~1b/x-apigen/b', at: 'key'},
    {uri, pointer: ''},
  ]);
});
