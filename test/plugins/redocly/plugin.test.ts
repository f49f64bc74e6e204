import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, test} from '@jest/globals';
import {bundleFromString, createConfig, lintFromString} from '@redocly/openapi-core';
import apigenPlugin, {extendTypes} from '../../../plugins/redocly/index.ts';
import {LINT_RULES} from '../../../src/core/generate/lint.ts';
import {apiName, type Outputs, placeOutput, targetFiles} from '../../../src/io/project/place-output.ts';
import {optionsPointer} from '../../../src/io/project/redocly-decorator.ts';
import {folderWith} from '../../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const plugin = apigenPlugin();

describe('the plugin', () => {
  it('imports nothing of Redocly at run time', () => {
    const folder = path.join(root, 'plugins/redocly');
    const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const imports = texts.flatMap((text) => text.match(/^import .*'@redocly\/.*$/gm) ?? []);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
  });

  const codes = LINT_RULES.map(({code}) => code);

  it('has every rule of the linters, for every version', () => {
    expect(Object.keys(plugin.rules?.oas3 ?? {})).toEqual(codes);
    expect(Object.keys(plugin.rules?.oas2 ?? {})).toEqual(codes);
  });

  it('configures all of them, raises warnings in strict, and turns notes off', () => {
    const [recommended, strict] = ['recommended', 'strict'].map(
      (name) => plugin.configs?.[name]?.rules ?? {},
    );
    const names = [...codes.map((code) => `apigen/${code}`), 'no-unresolved-refs'];
    expect([recommended, strict].map((rules) => Object.keys(rules ?? {}))).toEqual([names, names]);
    const examples = ['setting-value', 'path-item-key', 'redundant-timeout'].map((code) => `apigen/${code}`);
    expect(examples.map((code) => recommended?.[code])).toEqual(['error', 'warn', 'off']);
    expect(examples.map((code) => strict?.[code])).toEqual(['error', 'error', 'off']);
  });
});

it.each([
  {name: 'AsyncAPI 3', source: 'asyncapi: 3.0.0'},
  {name: 'Overlay', source: 'overlay: 1.0.0'},
])(
  'a document that is not OpenAPI $name: nothing is reported, not even that a rule or decorator is unused',
  async ({source}) => {
    const config = await createConfig({plugins: [apigenPlugin()], extends: ['apigen/recommended']});
    const text = `${source}\nx-apigen: 5\n`;
    const {problems} = await bundleFromString({source: text, config});
    expect([await lintFromString({source: text, config}), problems]).toEqual([[], []]);
    expect(config.getUnusedRules()).toEqual({rules: [], decorators: [], preprocessors: []});
  },
);

const types = extendTypes({
  Root: {properties: {info: 'Info'}},
  PathItem: {properties: {}},
  Operation: {properties: {}},
});
const property = (type: string, key: string, value: unknown) => {
  const found = types[type]?.properties[key];
  return typeof found === 'function' ? found(value, key) : found;
};

it.each([
  {type: 'Root', key: 'info', value: {}, want: 'Info'},
  {type: 'Root', key: 'x-apigen', value: {}, want: 'ApigenRootSettings'},
  {type: 'Operation', key: 'x-apigen', value: {}, want: 'ApigenOperationSettings'},
  {type: 'Operation', key: 'x-apigen', value: null, want: undefined},
  {type: 'Operation', key: 'x-apigen', value: {$ref: '#/x'}, want: undefined},
  {type: 'ApigenRootSettings', key: 'service', value: {}, want: undefined},
])('extendTypes $type, $key of $value: $want', ({type, key, value, want}) => {
  expect(property(type, key, value)).toEqual(want);
});

describe('optionsPointer', () => {
  const config = {
    decorators: {'apigen/service-profile': {}},
    apis: {
      'a/b': {decorators: {'apigen/service-profile': {}}},
      c: {oas2Decorators: {'apigen/service-profile': {}}},
    },
  };

  it.each([
    {alias: 'a/b', version: 'oas3_1', want: '/apis/a~1b/decorators/apigen~1service-profile'},
    {alias: 'c', version: 'oas2', want: '/apis/c/oas2Decorators/apigen~1service-profile'},
    {alias: 'c', version: 'oas3_0', want: '/decorators/apigen~1service-profile'},
  ])('$alias, $version: $want', ({alias, version, want}) => {
    expect(optionsPointer(config, alias, version)).toBe(want);
  });

  it('finds none that come from elsewhere', () => {
    expect(optionsPointer({apis: {}}, 'c', 'oas2')).toBeUndefined();
  });
});

test.each([
  {alias: 'pets@v1', file: 'specs/openapi.yaml', want: 'pets@v1'},
  {file: 'openapi.yaml', want: 'openapi'},
  {file: '../other/openapi.yaml', want: 'openapi'},
  {file: 'https://example.com/specs/cart.yaml', want: 'cart'},
])('the name of $alias at $file is $want', ({alias, file, want}) => {
  const description = file.startsWith('https:') ? file : path.resolve('/project', file);
  expect(apiName({project: '/project', alias, description})).toBe(want);
});

describe('placeOutput', () => {
  const folder = folderWith();
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'specs'), {recursive: true});
  mkdirSync(path.join(folder, 'elsewhere'));
  symlinkSync(path.join(folder, 'elsewhere'), path.join(project, 'link'));
  symlinkSync(path.join(folder, 'elsewhere', 'none.yaml'), path.join(project, 'dangling.yaml'));
  symlinkSync('openapi.yaml', path.join(project, 'same.yaml'));
  symlinkSync('specs', path.join(project, 'alike'));
  symlinkSync('/dev/null', path.join(project, 'device.yaml'));
  writeFileSync(path.join(project, 'openapi.yaml'), '');
  writeFileSync(path.join(project, 'other.yaml'), 'openapi: 3.1.0\n');

  const fileOf = (
    output: string | undefined,
    more: {alias?: string; allowOutside?: boolean} = {},
    outputs: Outputs = new Map(),
  ) => {
    const {alias, allowOutside = false} = more;
    const taken = [targetFiles([path.join(project, 'openapi.yaml')])];
    const api = {project, alias, description: path.join(project, 'specs', 'cart.yaml'), taken};
    const names = {service: 'cart', namespace: 'shop'};
    const location = {uri: 'file:///redocly.yaml', pointer: ''};
    const place = {names, output: output ?? '{api}.service-profile.yaml', allowOutside, location};
    const {file, problems} = placeOutput(api, place, {problems: [], objects: []}, outputs);
    if (file !== undefined) return path.relative(project, file).split(path.sep).join('/');
    return problems.map(({message}) => message.replace(`${apiName(api)}: `, '')).join();
  };
  const outside = (file: string) => `output outside of the project folder: ${file}`;

  it.each([
    {output: undefined, alias: 'core@v1', want: 'core@v1.service-profile.yaml'},
    {output: undefined, want: 'specs/cart.service-profile.yaml'},
    {output: 'mesh/{namespace}/{service}-{api}.yaml', alias: 'a', want: 'mesh/shop/cart-a.yaml'},
    {output: '../x.yaml', want: outside('../x.yaml')},
    {output: '../x.yaml', allowOutside: true, want: '../x.yaml'},
    {output: 'link/x.yaml', want: outside('link/x.yaml')},
    {output: 'dangling.yaml', want: outside('dangling.yaml')},
    {output: 'same.yaml', want: 'the output would replace same.yaml, which this run reads or writes'},
    {output: 'other.yaml', want: 'the output would replace other.yaml, an OpenAPI description'},
    {output: 'device.yaml', allowOutside: true, want: 'device.yaml is not a regular file'},
    {output: '.', want: '. is not a regular file'},
  ])('$output for $alias: $want', ({output, want, ...more}) => {
    expect(fileOf(output, more)).toBe(want);
  });

  it('two APIs do not share a file under two names', () => {
    const outputs: Outputs = new Map();
    expect(fileOf('specs/x.yaml', {alias: 'a'}, outputs)).toBe('specs/x.yaml');
    expect(fileOf('alike/x.yaml', {alias: 'a'}, outputs)).toBe('alike/x.yaml');
    expect(fileOf('alike/x.yaml', {alias: 'b'}, outputs)).toBe(
      'the output would replace alike/x.yaml, which is the output of a',
    );
  });
});
