import {expect, test} from '@jest/globals';
import {render} from '../../../src/core/run/output-format.ts';

const object = (name: string) => ({apiVersion: 'v1', kind: 'A', metadata: {name, namespace: 'shop'}});
const yaml = (name: string) => `---
apiVersion: v1
kind: A
metadata:
  name: ${name}
  namespace: shop
`;

test('YAML has a document for each object', () => {
  expect(render([object('a'), object('b')], 'yaml')).toBe(`${yaml('a')}${yaml('b')}`);
});

test('JSON of one object is the object', () => {
  expect(render([object('a')], 'json')).toBe(`${JSON.stringify(object('a'), null, 2)}\n`);
});

test('JSON of several objects is a List', () => {
  const list = {apiVersion: 'v1', kind: 'List', items: [object('a'), object('b')]};
  expect(render(list.items, 'json')).toBe(`${JSON.stringify(list, null, 2)}\n`);
});
