import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {Ajv} from 'ajv';
import {parse} from 'yaml';
import {FORMATS} from '../../../plugins/tracer/src/options/formats.ts';

const chart = path.join(import.meta.dirname, '..', '..', '..', 'plugins', 'tracer', 'chart');
const read = (name: string) => readFileSync(path.join(chart, name), 'utf8');

type Tree = {[key: string]: unknown};
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const defaults: unknown = parse(read('values.yaml'));
const validate = new Ajv({allErrors: true, allowUnionTypes: true}).compile(
  JSON.parse(read('values.schema.json')),
);

/** Values with one key set, as `helm --set-json key=value` merges it; undefined takes the key away. */
function withKey(values: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  const tree = isTree(values) ? values : {};
  return {...tree, [first]: withKey(tree[first], rest, value)};
}

const faults = (values: unknown) =>
  validate(values) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

const leaves = (values: unknown, prefix: readonly string[] = []): [string, unknown][] =>
  isTree(values) && Object.keys(values).length > 0
    ? Object.entries(values).flatMap(([key, value]) => leaves(value, [...prefix, key]))
    : [[prefix.join('.'), values]];

describe('the schema of the values', () => {
  it('accepts the defaults', () => expect(faults(defaults)).toEqual([]));

  it('requires each key that the templates read, and has a default for each', () => {
    const {imagePullSecrets, ...rest} = isTree(defaults) ? defaults : {};
    expect(faults(rest)).toEqual([" must have required property 'imagePullSecrets'"]);
    expect(imagePullSecrets).toEqual([]);
  });

  it.each<{key: string; value: unknown}>([
    {key: 'global', value: {imageRegistry: 'registry.example.com', other: {chart: true}}},
    {key: 'global', value: null},
    {key: 'fullnameOverride', value: 'traces-2'},
    {key: 'ingress.hosts', value: ['tracer.example.com', '*.example.com']},
    {key: 'server.podSecurityContext', value: {}},
    {key: 'server.podSecurityContext', value: {runAsUser: 0, fsGroup: null, supplementalGroups: [1]}},
    {key: 'externalDatabase.host', value: 'fd00::1'},
    {key: 'externalDatabase.host', value: 'db_1.shop.svc'},
    {key: 'postgresql.persistence.size', value: '0.5Gi'},
    {key: 'postgresql.persistence.size', value: '8589934592'},
    {key: 'postgresql.persistence.storageClassName', value: '-'},
    {key: 'server.resources', value: {limits: {cpu: '250m', memory: '1.5Gi'}, requests: {cpu: 0.5}}},
    {key: 'sampleApp.otlpEndpoint', value: 'collector:4318'},
    {key: 'sampleApp.otlpEndpoint', value: 'https://collector.example.com/otlp'},
  ])('accepts $key=$value', ({key, value}) => {
    expect(faults(withKey(defaults, key.split('.'), value))).toEqual([]);
  });

  it.each<[key: string, value: unknown, want: string]>([
    ['nope', 1, ' must NOT have additional properties'],
    ['telemetry.dataStores.jaeger', {}, '/telemetry/dataStores must NOT have additional properties'],
    [
      'server.telemetry.dataStore',
      'jaeger',
      '/server/telemetry/dataStore must be equal to one of the allowed values',
    ],
    ['enabled', 'yes', '/enabled must be boolean,null'],
    ['collector.enabled', 'true', '/collector/enabled must be boolean'],
    ['server.image.tag', 0.9, '/server/image/tag must be string'],
    ['server.service.port', 0, '/server/service/port must be >= 1'],
    ['poolingConfig.selectorMatchRetries', -1, '/poolingConfig/selectorMatchRetries must be >= 0'],
    ['networkPolicy.from', ['ci'], '/networkPolicy/from/0 must be object'],
    [
      'server.podSecurityContext.runAsUser',
      'abc',
      '/server/podSecurityContext/runAsUser must be integer,null',
    ],
    ['podSecurityContext.fsGroup', -1, '/podSecurityContext/fsGroup must be >= 0'],
    ['imagePullSecrets', [{nme: 'registry'}], "/imagePullSecrets/0 must have required property 'name'"],
    ['server.extraVolumes', [{emptyDir: {}}], "/server/extraVolumes/0 must have required property 'name'"],
  ])('refuses %s=%j', (key, value, want) => {
    expect(faults(withKey(defaults, key.split('.'), value))).toEqual([want]);
  });
});

it('accepts the same endpoints as the command and the script, or an empty value', () => {
  const {pattern} = JSON.parse(read('values.schema.json')).definitions.endpoint;
  expect(pattern).toBe(FORMATS.endpoint.pattern.source.replace(/^\^(.*)\$$/, '^($1)?$$'));
});

/** Values that Kubernetes, a registry or the database would refuse only after other objects were written. */
describe('the schema refuses early', () => {
  it.each<{key: string; values: unknown[]}>([
    {key: 'nameOverride', values: ['Foo', 'a.b', 'a b', '-a', 'a-', '9x']},
    {key: 'fullnameOverride', values: ['Foo', 'a.b', 'a_b', '9x']},
    {key: 'serviceAccount.name', values: ['Foo', 'a_b', '.a']},
    {key: 'global.imageRegistry', values: ['https://registry.example.com', 'registry.example.com/', 'a b']},
    {key: 'server.image.registry', values: ['https://registry.example.com', 'a/']},
    {key: 'server.image.repository', values: ['', 'Foo', 'a//b', '/a', 'a:1', 'a b']},
    {key: 'postgresql.auth.existingSecret', values: ['Foo', 'a_b', 'a b']},
    {key: 'postgresql.persistence.size', values: ['big', '0', '0Gi', '0.0Gi', '8K', '8GB', '-1Gi']},
    {key: 'postgresql.persistence.storageClassName', values: ['Fast', 'a b', '--']},
    {key: 'ingress.hosts', values: [['Tracer.example.com'], ['a b'], ['http://a'], ['a:80'], ['']]},
    {key: 'externalDatabase.host', values: ['db:5432', 'a b', 'db/x', '[fd00::1]', '-x']},
    {key: 'server.resources', values: [{limits: {memory: 'lots'}}, {requests: {cpu: '1 core'}}]},
  ])('$key=$values', ({key, values}) => {
    const found = values.map((value) => faults(withKey(defaults, key.split('.'), value)));
    const pattern = [expect.stringMatching(/ must match pattern /)];
    expect(found).toEqual(values.map(() => pattern));
  });
});

describe('the values', () => {
  it('have the keys of the specification under exactly its names', () => {
    expect(Object.fromEntries(leaves(defaults))).toMatchObject({
      'telemetry.dataStores.kindA.kindA.endpoint': 'kindA-query:16685',
      'telemetry.dataStores.kindB.kindB.endpoint': '',
      'telemetry.exporters.collector.exporter.collector.endpoint': '',
      'server.telemetry.dataStore': 'kindA',
    });
  });
});
