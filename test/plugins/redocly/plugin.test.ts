import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, describe, expect, it} from '@jest/globals';
import {onBundleError} from '../../../plugins/redocly/bundle-errors.ts';
import apigenPlugin from '../../../plugins/redocly/index.ts';
import {toReport} from '../../../plugins/redocly/report.ts';
import {extendTypes} from '../../../plugins/redocly/type-extension.ts';
import {generateServiceProfile} from '../../../src/core/generate.ts';
import {RULES} from '../../../src/core/rules.ts';
import {profileFile} from '../../../src/io/profile-file.ts';
import {optionsPointer} from '../../../src/io/redocly-decorator.ts';

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

  it('has the rules of the linters’ one table, for every version', () => {
    const names = RULES.map(({code}) => code);
    expect(Object.keys(plugin.rules?.oas3 ?? {})).toEqual(names);
    expect(Object.keys(plugin.rules?.oas2 ?? {})).toEqual(names);
  });

  it.each(['recommended', 'strict'])('turns all of them on in %s', (name) => {
    const severities = plugin.configs?.[name]?.rules ?? {};
    const names = [...RULES.map(({code}) => `apigen/${code}`), 'no-unresolved-refs'];
    expect(Object.keys(severities)).toEqual(names);
  });

  it('raises warnings in strict, and hints never', () => {
    const of = (name: string) => {
      const {rules} = plugin.configs?.[name] ?? {};
      return ['setting-value', 'unknown-setting', 'service-name'].map((code) => rules?.[`apigen/${code}`]);
    };
    expect(of('recommended')).toEqual(['error', 'warn', 'warn']);
    expect(of('strict')).toEqual(['error', 'error', 'warn']);
  });
});

describe('extendTypes', () => {
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
    {type: 'PathItem', key: 'x-apigen', value: {}, want: 'ApigenPathItemSettings'},
    {type: 'Operation', key: 'x-apigen', value: {}, want: 'ApigenOperationSettings'},
    {type: 'Operation', key: 'x-apigen', value: null, want: null},
    {type: 'ApigenRootSettings', key: 'service', value: {}, want: 'ApigenRootSettingsService'},
    {type: 'ApigenRootSettings', key: 'service', value: null, want: null},
    {type: 'ApigenRootSettings', key: 'service', value: {$ref: '#/x'}, want: {type: 'object'}},
    {type: 'ApigenRootSettingsService', key: 'port', value: null, want: null},
    {type: 'ApigenOperationSettings', key: 'namespace', value: 'a', want: undefined},
  ])('$type, $key: $want', ({type, key, value, want}) => {
    expect(property(type, key, value)).toEqual(want);
  });

  it('knows the type of a number', () => {
    expect(property('ApigenRootSettingsService', 'port', 80)).toMatchObject({
      type: 'integer',
      resolvable: false,
    });
  });
});

describe('toReport', () => {
  it('makes a nearest key Redocly’s suggestion, and joins any other hint to the message', () => {
    const problem = {code: 'unknown-setting', message: 'unknown'} as const;
    expect(toReport({...problem, hint: 'did you mean `service.name`?'}, new Map())).toEqual({
      message: 'unknown',
      suggest: ['service.name'],
    });
    expect(toReport({...problem, hint: 'leave it out'}, new Map())).toEqual({
      message: 'unknown; leave it out',
    });
  });

  it('speaks of options where a hint would name a flag', () => {
    const {message} = toReport({code: 'no-routes', message: 'none', hint: '`--allow-empty`'}, new Map());
    expect(message).toBe(
      'none; add a method under a path, or allow an empty profile with the option `allowEmpty: true`',
    );
  });
});

describe('onBundleError', () => {
  it('lets a configuration be that hands no problems over', () => {
    const config = JSON.parse('{}');
    expect(() => onBundleError(config, () => undefined)).not.toThrow();
    expect(config).toEqual({});
  });
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
    {alias: undefined, version: 'oas3_0', want: '/decorators/apigen~1service-profile'},
  ])('$alias, $version: $want', ({alias, version, want}) => {
    expect(optionsPointer(config, alias, version)).toBe(want);
  });

  it('finds none that come from elsewhere', () => {
    expect(optionsPointer({apis: {}}, 'c', 'oas2')).toBeUndefined();
  });
});

describe('profileFile', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-profile-file-'));
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'specs'), {recursive: true});
  mkdirSync(path.join(folder, 'elsewhere'));
  symlinkSync(path.join(folder, 'elsewhere'), path.join(project, 'link'));
  symlinkSync(path.join(folder, 'elsewhere', 'none.yaml'), path.join(project, 'dangling.yaml'));
  symlinkSync('openapi.yaml', path.join(project, 'same.yaml'));
  symlinkSync('specs', path.join(project, 'alike'));
  symlinkSync('circle.yaml', path.join(project, 'circle.yaml'));
  symlinkSync('/dev/null', path.join(project, 'device.yaml'));
  writeFileSync(path.join(project, 'openapi.yaml'), '');
  afterAll(() => rmSync(folder, {recursive: true, force: true}));

  const document = {
    openapi: '3.1.0',
    'x-apigen': {namespace: 'shop', service: {name: 'cart'}},
    paths: {'/': {get: {}}},
  };
  const {serviceProfile} = generateServiceProfile(document);
  const fileOf = (
    output: string | undefined,
    more: {alias?: string; allowOutside?: boolean} = {},
    outputs = new Map<string, string>(),
  ) => {
    if (serviceProfile === undefined) throw new Error('the document gives no profile');
    const {alias, allowOutside = false} = more;
    const taken = [path.join(project, 'openapi.yaml')];
    const api = {project, alias, description: path.join(project, 'specs', 'cart.yaml'), taken};
    const options = {allowOutside, ...(output === undefined ? {} : {output})};
    const {file, fault} = profileFile(api, serviceProfile, options, outputs);
    return file === undefined ? fault.message : path.relative(project, file).split(path.sep).join('/');
  };
  const outside = (file: string) => `the profile would be written outside of the project folder, to ${file}`;

  it.each([
    {output: undefined, alias: 'core@v1', want: 'core@v1.service-profile.yaml'},
    {output: undefined, want: 'specs/cart.service-profile.yaml'},
    {output: 'mesh/{namespace}/{service}-{api}.yaml', alias: 'a', want: 'mesh/shop/cart-a.yaml'},
    {output: '../x.yaml', want: outside('../x.yaml')},
    {output: '../x.yaml', allowOutside: true, want: '../x.yaml'},
    {output: undefined, alias: '../x', want: outside('../x.service-profile.yaml')},
    {output: 'link/x.yaml', want: outside('link/x.yaml')},
    {output: 'link/../x.yaml', want: 'x.yaml'},
    {output: 'dangling.yaml', want: outside('dangling.yaml')},
    {output: 'dangling.yaml', allowOutside: true, want: 'dangling.yaml'},
    {output: 'same.yaml', want: 'the profile would replace same.yaml, which is used otherwise'},
    {output: 'circle.yaml', want: 'circle.yaml: symbolic links lead in a circle'},
    {output: 'device.yaml', allowOutside: true, want: 'device.yaml is no regular file'},
  ])('$output for $alias: $want', ({output, want, ...more}) => {
    expect(fileOf(output, more)).toBe(want);
  });

  it('two APIs do not share a file under two names', () => {
    const outputs = new Map<string, string>();
    expect(fileOf('specs/x.yaml', {alias: 'a'}, outputs)).toBe('specs/x.yaml');
    expect(fileOf('alike/x.yaml', {alias: 'a'}, outputs)).toBe('alike/x.yaml');
    expect(fileOf('alike/x.yaml', {alias: 'b'}, outputs)).toBe(
      "the profile would replace alike/x.yaml, which is another API's profile",
    );
  });
});
