import {expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/base/json.ts';
import {hintOf} from '../../../src/core/base/problem.ts';
import {readDecoratorOptions} from '../../../src/core/options/decorator-options.ts';
import {projectOutput} from '../../../src/core/options/project.ts';
import {ofKnownRules} from '../../shown-rules.ts';

const uri = 'file:///openapi.yaml';
const writtenAt = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};

const pets = {'/pets': {get: {}}};
const timeouts = {timeouts: {request_timeout: 3}};
function run(document: unknown, written: JsonMap, more = {}) {
  const request = {document, uri, documents: new Map(), written, writtenAt, ...more};
  const {objects, problems, skipped} = projectOutput(request);
  const reported = ofKnownRules(problems).map((problem) => [
    problem.severity,
    problem.message,
    hintOf(problem),
  ]);
  return {name: objects[0]?.metadata.name, reported, skipped};
}

const named = {'service.name': 'petstore'};
const name = 'petstore.default.svc.cluster.local';

test('a misspelled and a misplaced `x-apigen` alone are errors', () => {
  const document = {openapi: '3.1.0', 'x-apigne': timeouts, info: {'x-apigen': timeouts}, paths: pets};
  const reported = [
    ['error', 'unknown extension "x-apigne"', 'did you mean `x-apigen`?'],
    ['error', '`x-apigen` has no effect in `info`', 'move it to the root, to a path item or to an operation'],
  ];
  expect(run(document, {})).toEqual({name: undefined, reported, skipped: undefined});
});

test('a note about an option is at the option', () => {
  const written = {...named, namespace: 'shop'};
  const request = {document: {openapi: '3.1.0', paths: pets}, uri, documents: new Map(), written, writtenAt};
  expect(ofKnownRules(projectOutput(request).problems)).toMatchObject([
    {code: 'service-namespace', location: {...writtenAt, pointer: `${writtenAt.pointer}/namespace`}},
  ]);
});

test('switches of the run add to the options', () => {
  expect(run({openapi: '3.1.0', paths: {}}, named, {allowEmpty: true}).name).toBe(name);
  expect(run({openapi: '3.1.0', paths: pets}, {}, {strict: true}).reported).toHaveLength(1);
});

test('options are nested, dotted or null, and `message` is of Redocly alone', () => {
  const written = {
    ...{'service.name': 'petstore', service: {port: 8080}, namespace: 'shop', labels: null},
    ...{strict: true, severity: 'warn', output: null, message: 'a'},
  };
  const settings = {'service.name': 'petstore', 'service.port': 8080, namespace: 'shop'};
  const at = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};
  const options = {settings, run: {strict: true, severity: 'warn'}};
  expect(readDecoratorOptions(written, at)).toEqual({options, problems: []});
});
