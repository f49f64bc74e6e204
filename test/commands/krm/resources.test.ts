import {describe, expect, test} from '@jest/globals';
import {isConfigMap, isService, settingsOfService} from '../../../src/commands/krm/resources.ts';
import {resourceId, resourceName, resourceOf} from '../../../src/core/resource.ts';

const URI = 'resource:///items/0';
const named = (apiVersion: string, kind: string, name = '', namespace = '') => ({
  apiVersion,
  kind,
  name,
  namespace,
});

describe('the names of an object', () => {
  test.each([
    {
      content: {apiVersion: 'v1', kind: 'Service', metadata: {name: 'pets', namespace: 'shop'}},
      want: named('v1', 'Service', 'pets', 'shop'),
    },
    {content: {apiVersion: 1, kind: null, metadata: {name: ['pets']}}, want: named('', '')},
    {content: {metadata: 'pets'}, want: named('', '')},
    {content: 'Service', want: named('', '')},
    {content: JSON.parse('{"__proto__": {"kind": "Service"}}'), want: named('', '')},
  ])('$content', ({content, want}) => {
    expect(resourceOf(content, URI)).toEqual({uri: URI, content, ...want});
  });
});

test.each([
  {
    object: named('v1', 'Service', 'pets', 'shop'),
    id: '["","Service","shop","pets"]',
    name: 'Service shop/pets',
  },
  {object: named('v1', 'Service', 'pets'), id: '["","Service","default","pets"]', name: 'Service pets'},
  {
    object: named('mesh.io/v1alpha2', 'ServiceProfile', 'pets', 'shop'),
    id: '["mesh.io","ServiceProfile","shop","pets"]',
    name: 'ServiceProfile shop/pets',
  },
  {object: named('a/b/c', '', 'pets'), id: '["a","","default","pets"]', name: 'pets'},
  {object: named('', 'Service'), id: '["","Service","default",""]', name: 'Service'},
])('$id is called $name', ({object, id, name}) => {
  expect({id: resourceId(object), name: resourceName(object)}).toEqual({id, name});
});

test.each([
  {apiVersion: 'v1', kind: 'Service', want: {service: true, configMap: false}},
  {apiVersion: 'v1', kind: 'ConfigMap', want: {service: false, configMap: true}},
  {apiVersion: 'serving.knative.dev/v1', kind: 'Service', want: {service: false, configMap: false}},
  {apiVersion: 'example.com/v1', kind: 'ConfigMap', want: {service: false, configMap: false}},
])('$kind of $apiVersion', ({apiVersion, kind, want}) => {
  const resource = resourceOf({apiVersion, kind}, URI);
  expect({service: isService(resource), configMap: isConfigMap(resource)}).toEqual(want);
});

describe('the settings of a Service', () => {
  const metadata = {name: 'pets', namespace: 'shop'};
  const names = {'service.name': 'pets', namespace: 'shop', 'service.namespace': 'shop'};

  test.each([
    {content: {metadata, spec: {ports: [{port: 8080}]}}, want: {...names, 'service.port': 8080}},
    {content: {metadata, spec: {ports: [{port: 80}, {port: 8080}]}}, want: names},
    {content: {metadata, spec: {ports: []}}, want: names},
    {content: {metadata, spec: {ports: [{port: 'http'}]}}, want: names},
    {content: {metadata, spec: {ports: {length: 1, 0: {port: 80}}}}, want: names},
    {content: {metadata: {name: 'pets'}}, want: {'service.name': 'pets'}},
  ])('$content', ({content, want}) => {
    expect(settingsOfService(resourceOf(content, URI))).toEqual(want);
  });
});
