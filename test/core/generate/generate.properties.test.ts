import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {type Generated, generate} from '../../../src/core/generate/generate.ts';
import {toYaml} from '../../../src/core/kubernetes/yaml.ts';
import {asOnTheWire, pathExpression} from '../../../src/core/routes/path-expression.ts';
import {pathRegex} from '../../../src/core/routes/path-regex.ts';
import {literalsOf, templateFault} from '../../../src/core/routes/path-template.ts';
import {MARK} from '../../../src/core/routes/pattern-marks.ts';
import {parseFlags, readFlagValues} from '../../../src/core/settings/read.ts';
import {FLAG_SETTINGS, GATEWAY_SETTINGS, type Setting} from '../../../src/core/settings/table.ts';
import {descriptionWith, rightSettings} from '../../fuzz/arbitraries.ts';
import {profileFaults} from '../../meshes/profile-validator.ts';
import {hostileText, pathTemplate, withShuffledKeys} from '../openapi-arbitraries.ts';
import {nest} from '../settings/nest.ts';

const textOf = ({objects}: Generated) => toYaml(objects);

test('the order of keys in the description never changes the output', () => {
  const pair = descriptionWith(rightSettings).chain((document) =>
    fc.tuple(fc.constant(document), withShuffledKeys(document)),
  );
  fc.assert(
    fc.property(pair, ([document, shuffled]) => {
      expect(textOf(generate(shuffled))).toBe(textOf(generate(document)));
    }),
  );
});

test("Linkerd's validator accepts every ServiceProfile", () => {
  fc.assert(
    fc.property(descriptionWith(rightSettings), (document) => {
      const {objects} = generate(document, {settings: {target: 'service-profile'}});
      for (const profile of JSON.parse(JSON.stringify(objects))) expect(profileFaults(profile)).toEqual([]);
    }),
  );
});

/** A literal text as a client sends it; some clients encode the characters `[`, `]`, `|` and `^`, others do not. */
function onTheWire(text: string, left: RegExp): string {
  return text.replace(/%[\dA-Fa-f]{2}|./gsu, (character) =>
    character.length === 3 || left.test(character) ? character : encodeURIComponent(character),
  );
}

const CLIENTS = [/[\w\-.~!$&'()*+,;=:@/?#[\]|^]/, /[\w\-.~!$&'()*+,;=:@/?#]/];

describe('every path of a description', () => {
  const base = '/v1.0+{x}';
  const generated = fc.tuple(pathTemplate, fc.array(fc.string({unit: 'binary', maxLength: 4})));

  test.each(CLIENTS)(
    'matches its own pathRegex, whatever the values of its parameters, and no longer path: %s',
    (left) => {
      fc.assert(
        fc.property(generated, ([path, values]) => {
          const literals = literalsOf(path);
          const expression = pathExpression(path);
          fc.pre(
            templateFault(path) === undefined &&
              expression === literals.map(asOnTheWire).join(MARK.parameter),
          );
          const regex = new RegExp(`^(?:${pathRegex(base, expression)})$`);
          const [first = '', ...rest] = literals.map((literal) => onTheWire(literal, left));
          const valueOfParameter = (index: number) => (values[index] ?? 'x').replaceAll('/', '');
          const request = first + rest.map((literal, index) => valueOfParameter(index) + literal).join('');
          const prefix = onTheWire(base, left);
          expect(regex.test(`${prefix}${request}`)).toBe(true);
          expect(regex.test(`${prefix}${request}/`)).toBe(false);
          expect(regex.test(request)).toBe(false);
        }),
      );
    },
  );

  test('is the end of its name', () => {
    fc.assert(
      fc.property(pathTemplate, (path) => {
        const document = {openapi: '3.1.0', paths: {[path]: {get: {}}}};
        const settings = {'service.name': 'petstore', 'path.base': base};
        const {objects} = generate(document, {settings, allowEmpty: true});
        expect(objects).toMatchObject([{spec: {routes: [{name: `GET ${base}${path}`}]}}]);
      }),
    );
  });
});

const ENVOY_GATEWAY = {mesh: 'envoy-gateway', 'gateway.name': 'public', gateway_api: '1.4'};

describe('a setting given by a flag and in x-apigen', () => {
  const paths = {'/pets/{id}/{path}': {get: {}}};
  /** The output when everything but `key` is given in the same way. */
  function outcome(key: string, extension: object, settings: object) {
    const needed = {
      ...(GATEWAY_SETTINGS.some((one) => one === key) && {mesh: 'istio', 'gateway.name': 'public'}),
      ...(/^retry\./.test(key) && {mesh: 'istio', gateway_api: '1.7', retryable: true}),
      ...(key === 'security.undeclared' && {...ENVOY_GATEWAY, 'security.enforce': true}),
      ...(key === 'security.enforce' && {...ENVOY_GATEWAY, 'security.undeclared': 'deny'}),
      ...(/^rate_limit\./.test(key) && {...ENVOY_GATEWAY, 'rate_limit.requests': 10}),
      ...(/^cors\./.test(key) && {gateway_api: '1.5', 'cors.allow_origins': ['https://app.example.com']}),
    };
    const others: Record<string, unknown> = {...needed, 'service.name': 'petstore'};
    delete others[key];
    const document = {openapi: '3.1.0', 'x-apigen': extension, paths};
    return generate(document, {settings: {...others, ...settings}});
  }

  test.each<Setting>(FLAG_SETTINGS)('$key gives the same objects', ({key, type, example}) => {
    const texts = type.flag.print(example);
    const {values} = readFlagValues(parseFlags({[key]: texts}, FLAG_SETTINGS), FLAG_SETTINGS);
    const byFlag = outcome(key, {}, values);
    expect(byFlag.objects.length).toBeGreaterThan(0);
    expect(textOf(outcome(key, nest(key, type.flag.parse(texts)), {}))).toBe(textOf(byFlag));
  });

  // A map is written in another way on the command line, which its message says.
  const alike = FLAG_SETTINGS.filter(({type}) => type.flag.expected === undefined);

  test.each(alike)('$key is refused in the same words', ({key, type}) => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const value = type.flag.parse([text]);
        const messages = ({problems}: Generated) =>
          problems.filter(({setting}) => setting === key).map(({code, message}) => [code, message]);
        expect(messages(outcome(key, nest(key, value), {}))).toEqual(
          messages(outcome(key, {}, {[key]: value})),
        );
      }),
    );
  });
});
