import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {readRedoclyConfig} from '../../../src/io/project/redocly-config.ts';
import {decoratorOptions} from '../../../src/io/project/redocly-decorator.ts';
import {folderWith} from '../../temporary-folder.ts';

const folder = folderWith();

function write(content: unknown): string {
  const file = path.join(folder, 'redocly.yaml');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const DECORATOR = 'apigen/service-profile';
const on = (options: unknown) => ({decorators: {[DECORATOR]: options}});
const api = {root: 'openapi.yaml'};
/** Redocly's default. */
const ERROR = {severity: 'error'};

test.each<{what: string; config: object; want: unknown}>([
  {
    what: 'a map',
    config: {...on({strict: true}), apis: {pets: api}},
    want: {...ERROR, strict: true},
  },
  {
    what: 'those of the API, which replace the general ones',
    config: {...on({strict: true}), apis: {pets: {...api, ...on({namespace: 'shop'})}}},
    want: {...ERROR, namespace: 'shop'},
  },
  {
    what: 'those of the API over a configuration of the plugin',
    config: {
      plugins: ['@apigen/cli/redocly'],
      extends: ['apigen/strict'],
      apis: {pets: {...api, ...on({namespace: 'shop'})}},
    },
    want: {...ERROR, namespace: 'shop'},
  },
])('the options of the decorator for an API $what', async ({config, want}) => {
  const {apis, config: resolved} = await readRedoclyConfig(write(config));
  expect(apis).toMatchObject([{alias: 'pets', description: path.join(folder, 'openapi.yaml')}]);
  expect(decoratorOptions(resolved.forAlias('pets'), 'oas3_1')).toEqual(want);
});

test('an address of a description, and the files of APIs', async () => {
  const apis = {a: {root: 'https://example.com/openapi.yaml'}, b: {...api, output: 'dist/b.yaml'}};
  const project = await readRedoclyConfig(write({apis}));
  expect(project.apis.map(({description}) => description)).toEqual([
    'https://example.com/openapi.yaml',
    path.join(folder, 'openapi.yaml'),
  ]);
  const files = ['redocly.yaml', 'openapi.yaml', 'dist/b.yaml'].map((file) => path.join(folder, file));
  expect([...project.taken]).toEqual(files);
});
