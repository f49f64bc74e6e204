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

describe('the schema of the values', () => {
  it('accepts the defaults', () => expect(faults(defaults)).toEqual([]));

  it('requires each key that the templates read, and has a default for each', () => {
    const {imagePullSecrets, ...rest} = isTree(defaults) ? defaults : {};
    expect(faults(rest)).toEqual([" must have required property 'imagePullSecrets'"]);
    expect(imagePullSecrets).toEqual([]);
  });

  it.each<[key: string, ...values: unknown[]]>([
    ['global', null, {imageRegistry: 'registry.example.com', other: {chart: true}}],
    ['fullnameOverride', 'traces-2'],
    ['ingress.hosts', ['tracer.example.com', '*.example.com']],
    ['server.podSecurityContext', {}, {runAsUser: 0, fsGroup: null, supplementalGroups: [1]}],
    ['externalDatabase.host', 'fd00::1', 'db_1.shop.svc'],
    ['postgresql.persistence.size', '0.5Gi', '8589934592'],
    ['postgresql.persistence.storageClassName', '-'],
    ['server.resources', {limits: {cpu: '250m', memory: '1.5Gi'}, requests: {cpu: 0.5}}],
    ['sampleApp.otlpEndpoint', 'collector:4318', 'https://collector.example.com/otlp'],
  ])('accepts %s=%j', (key, ...values) => {
    for (const value of values) expect(faults(withKey(defaults, key.split('.'), value))).toEqual([]);
  });

  it.each<[key: string, value: unknown, want: string]>([
    ['nope', 1, ' must NOT have additional properties'],
    ['telemetry.dataStores.jaeger', {}, '/telemetry/dataStores must NOT have additional properties'],
    [
      'server.telemetry.dataStore',
      'x',
      '/server/telemetry/dataStore must be equal to one of the allowed values',
    ],
    ['enabled', 'yes', '/enabled must be boolean,null'],
    ['collector.enabled', 'true', '/collector/enabled must be boolean'],
    ['server.image.tag', 0.9, '/server/image/tag must be string'],
    ['server.service.port', 0, '/server/service/port must be >= 1'],
    ['poolingConfig.selectorMatchRetries', -1, '/poolingConfig/selectorMatchRetries must be >= 0'],
    ['networkPolicy.from', ['ci'], '/networkPolicy/from/0 must be object'],
    ['networkPolicy.databaseFrom', 'all', '/networkPolicy/databaseFrom must be array'],
    ['podSecurityContext.runAsUser', 'abc', '/podSecurityContext/runAsUser must be integer,null'],
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

// Kubernetes, a registry or the database would refuse these only after other objects were written.
it.each<[key: string, ...values: unknown[]]>([
  ['nameOverride', 'Foo', 'a.b', 'a b', '-a', 'a-', '9x'],
  ['fullnameOverride', 'Foo', 'a.b', 'a_b', '9x'],
  ['serviceAccount.name', 'Foo', 'a_b', '.a'],
  ['global.imageRegistry', 'https://registry.example.com', 'registry.example.com/', 'a b'],
  ['server.image.registry', 'https://registry.example.com', 'a/'],
  ['server.image.repository', '', 'Foo', 'a//b', '/a', 'a:1', 'a b'],
  ['postgresql.auth.existingSecret', 'Foo', 'a_b', 'a b'],
  ['postgresql.persistence.size', 'big', '0', '0Gi', '0.0Gi', '8K', '8GB', '-1Gi'],
  ['postgresql.persistence.storageClassName', 'Fast', 'a b', '--'],
  ['ingress.hosts', ['Tracer.example.com'], ['a b'], ['http://a'], ['a:80'], ['']],
  ['externalDatabase.host', 'db:5432', 'a b', 'db/x', '[fd00::1]', '-x'],
  ['server.resources', {limits: {memory: 'lots'}}, {requests: {cpu: '1 core'}}],
])('the schema refuses early %s=%j', (key, ...values) => {
  const found = values.map((value) => faults(withKey(defaults, key.split('.'), value)));
  expect(found).toEqual(values.map(() => [expect.stringMatching(/ must match pattern /)]));
});
