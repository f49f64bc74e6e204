import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {CORE_SCHEMA, load, YAML11_SCHEMA} from 'js-yaml';
import {parse} from 'yaml';
import {readFlags} from '../../src/core/flag-values.ts';
import {literalsOf, pathRegex, templateFault} from '../../src/core/path-regex.ts';
import {shadowedRoutes} from '../../src/core/route-conflicts.ts';
import {
  type Generated,
  generateServiceProfile,
  renderYaml,
  SETTINGS,
  type ServiceProfile,
  type Setting,
} from '../../src/index.ts';
import {description, hostileText, pathTemplate, withShuffledKeys} from './openapi-arbitraries.ts';

const textOf = ({serviceProfile}: Generated) => serviceProfile && renderYaml(serviceProfile);

describe('the order of keys in the description', () => {
  test('never changes the output', () => {
    const pair = description.chain((document) => fc.tuple(fc.constant(document), withShuffledKeys(document)));
    fc.assert(
      fc.property(pair, ([document, shuffled]) => {
        expect(textOf(generateServiceProfile(shuffled))).toBe(textOf(generateServiceProfile(document)));
      }),
    );
  });
});

describe('every path of a description', () => {
  const base = '/v1.0+{x}';
  const generated = fc.tuple(pathTemplate, fc.array(fc.string({unit: 'binary', maxLength: 4})));

  test('matches its own pathRegex, whatever stands for its parameters, and no longer path', () => {
    fc.assert(
      fc.property(generated, ([path, values]) => {
        fc.pre(templateFault(path) === undefined);
        const regex = new RegExp(`^(?:${pathRegex(base, path)})$`);
        const literals = literalsOf(path);
        const request = literals
          .map(
            (literal, index) =>
              `${literal}${index < literals.length - 1 ? (values[index] ?? 'x').replaceAll('/', '') : ''}`,
          )
          .join('');
        expect(regex.test(`${base}${request}`)).toBe(true);
        expect(regex.test(`${base}${request}/`)).toBe(false);
        expect(regex.test(request)).toBe(false);
      }),
    );
  });

  test('is the end of its name', () => {
    fc.assert(
      fc.property(pathTemplate, (path) => {
        const document = {openapi: '3.1.0', paths: {[path]: {get: {}}}};
        const settings = {'service.name': 'petstore', 'path.base': base};
        const {serviceProfile} = generateServiceProfile(document, {settings});
        expect(serviceProfile?.spec.routes.map(({name}) => name)).toEqual([`GET ${base}${path}`]);
      }),
    );
  });
});

const validText: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'dns-label': fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/),
  'dns-subdomain': fc.stringMatching(
    /^[a-z0-9]([-a-z0-9]{0,9}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,9}[a-z0-9])?){0,4}$/,
  ),
  'path-prefix': hostileText.filter((text) => !text.includes('//')),
};

function anyValueOf(setting: Setting): fc.Arbitrary<string | number | boolean> {
  if (setting.type === 'boolean') return fc.boolean();
  if (setting.type === 'string') return validText[setting.format] ?? fc.string();
  return fc.integer({min: setting.minimum, max: setting.maximum});
}

function nested(key: string, value: unknown): unknown {
  return key.split('.').reduceRight<unknown>((inner, name) => ({[name]: inner}), value);
}

const withFlag: readonly Setting[] = SETTINGS.filter(({flag}) => flag);

describe('a setting given by a flag and in x-apigen', () => {
  const paths = {'/pets/{id}': {get: {}}};

  /** The profile when everything but `key` is given in the same way. */
  function generate(document: object, settings: object): Generated {
    return generateServiceProfile({openapi: '3.1.0', paths, ...document}, {settings});
  }

  test.each(withFlag)('$key gives the same profile', (setting) => {
    const others = setting.key === 'service.name' ? {} : {'service.name': 'petstore'};
    fc.assert(
      fc.property(anyValueOf(setting), (value) => {
        const {values, problems} = readFlags({[setting.key]: String(value)});
        expect(problems).toEqual([]);
        const byFlag = generate({}, {...others, ...values});
        const byExtension = generate({'x-apigen': nested(setting.key, value)}, others);
        expect(textOf(byFlag)).toBe(textOf(byExtension));
        expect(byFlag.serviceProfile).toBeDefined();
      }),
    );
  });

  test.each(withFlag.filter(({type}) => type === 'string'))(
    '$key is refused in the same words',
    (setting) => {
      fc.assert(
        fc.property(hostileText, (text) => {
          const byFlag = readFlags({[setting.key]: text}).problems.map(({message}) => message);
          const document = {openapi: '3.1.0', paths, 'x-apigen': nested(setting.key, text)};
          const byExtension = generateServiceProfile(document, {})
            .problems.filter(({code}) => code.startsWith('setting-'))
            .map(({message}) => message);
          expect(byExtension).toEqual(byFlag);
        }),
      );
    },
  );
});

describe('what is written', () => {
  const profile: fc.Arbitrary<ServiceProfile> = fc
    .tuple(
      hostileText,
      hostileText,
      fc.array(fc.tuple(hostileText, hostileText, hostileText), {maxLength: 3}),
    )
    .map(([name, namespace, routes]) => ({
      apiVersion: 'mesh.io/v1alpha2',
      kind: 'ServiceProfile',
      metadata: {creationTimestamp: null, name, namespace},
      spec: {
        routes: routes.map(([method, regex, text]) => ({condition: {method, pathRegex: regex}, name: text})),
      },
    }));
  const readers = [
    {name: 'yaml, YAML 1.2', read: (text: string): unknown => parse(text)},
    {name: 'yaml, YAML 1.1', read: (text: string): unknown => parse(text, {version: '1.1'})},
    {name: 'js-yaml, YAML 1.2', read: (text: string): unknown => load(text, {schema: CORE_SCHEMA})},
    {name: 'js-yaml, YAML 1.1', read: (text: string): unknown => load(text, {schema: YAML11_SCHEMA})},
  ];

  test.each(readers)('reads back as the same document with $name', ({read}) => {
    fc.assert(
      fc.property(profile, (value) => {
        expect(read(renderYaml(value))).toEqual(value);
      }),
      {numRuns: 500},
    );
  });

  test('holds no character raw that a YAML 1.1 reader takes for a line break or refuses', () => {
    fc.assert(
      fc.property(profile, (value) => {
        const text = renderYaml(value);
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/);
        expect(text).toMatch(/^---\n.*[^\n]\n$/s);
        expect(text).not.toMatch(/\n(---|\.\.\.)/);
      }),
      {numRuns: 500},
    );
  });
});

describe('shadowed routes', () => {
  const shape = (path: string) => literalsOf(path).join('{}');
  const template = fc
    .array(fc.constantFrom('a', 'b', '{x}', '{y}', '/', ':'), {minLength: 1, maxLength: 6})
    .map((parts) => `/${parts.join('')}`);

  /** Paths that a template matches: whatever covers all of these covers all, since `~` stands for any other text. */
  function instances(path: string): string[] {
    return literalsOf(path).reduce<string[]>(
      (texts, literal, index) =>
        index === 0
          ? [literal]
          : texts.flatMap((text) => ['', 'a', 'b', '~', 'ab'].map((value) => text + value + literal)),
      [],
    );
  }

  test('are those whose every path an earlier route matches', () => {
    fc.assert(
      fc.property(template, template, (first, second) => {
        const regex = new RegExp(`^(?:${pathRegex('', first)})$`);
        const covered = instances(second).every((path) => regex.test(path));
        const location = {uri: 'a:b', pointer: ''};
        const routes = [first, second].map((path) => ({
          method: 'GET',
          path,
          location,
          pathLocation: location,
        }));
        expect(shadowedRoutes(routes)).toHaveLength(covered && shape(first) !== shape(second) ? 1 : 0);
      }),
      {numRuns: 3000},
    );
  });
});
