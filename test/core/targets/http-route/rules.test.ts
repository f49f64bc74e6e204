import {expect, test} from '@jest/globals';
import {generate} from '../../../../src/core/generate.ts';
import {quote} from '../../../../src/core/quote.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';

const get = {get: {}};
const withTimeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});
const pathOf = (length: number) => `/${'a'.repeat(length - 1)}`;

const OWN_LABEL = 'app.kubernetes.io/name';
const REPLACED = `label \`${OWN_LABEL}\` "other" replaces "petstore": \`kubectl apply --prune\` cannot find these HTTPRoutes by it`;
const NO_PORT = '`service.port` is not set: using 80';

/** The cases that the golden folders leave out: limits, and what a rule leaves to another one. */
test.each<{
  name: string;
  root?: object;
  flags?: FlagValues;
  paths?: Readonly<Record<string, object>>;
  want: string[];
}>([
  {
    name: 'a path that is too long with `path.base`',
    flags: {'path.base': pathOf(513)},
    paths: {[pathOf(513)]: get},
    want: [
      `/paths/~1${'a'.repeat(512)} path ${quote(pathOf(513))} is too long for an HTTPRoute: expected at most 1024 characters, found 1026`,
    ],
  },
  {
    name: 'of as many routes as an HTTPRoute can hold, the rules are counted',
    paths: {
      '/{any}': withTimeout(1),
      ...Object.fromEntries(
        Array.from({length: 127}, (_, n) => [`/${'x'.repeat(n + 1)}`, withTimeout(n + 2)]),
      ),
    },
    want: [
      `/paths/~1x/get 128 routes with 128 different policies match the same requests and do not fit into one HTTPRoute: expected at most 16 rules, found 128 for ${Array.from({length: 10}, (_, n) => `"GET /${'x'.repeat(n + 1)}"`).join(', ')}, and 118 more`,
    ],
  },
  {
    name: 'retries are reported where most operations have them from',
    root: {retryable: true},
    paths: {'/a': {'x-apigen': {retryable: true}, get: {}}, '/b': {get: {}, post: {}}},
    want: [
      '/x-apigen/retryable `retryable` of 3 operations is not written: HTTPRoutes have `retry` from Gateway API 1.7',
    ],
  },
  {
    name: 'the longest timeout, and one second more',
    root: {mesh: 'istio', timeouts: {request_timeout: 366096340}},
    paths: {'/a': get, '/b': withTimeout(366096339)},
    want: [
      '/x-apigen/timeouts/request_timeout an HTTPRoute cannot express `timeouts.request_timeout` 366096340 of "GET /a": expected at most 366096339 (seconds)',
    ],
  },
  {
    name: 'no port, and another setting is wrong',
    root: {service: {name: 'petstore'}, timeouts: {request_timeout: -1}},
    want: [
      '/x-apigen/timeouts/request_timeout invalid `timeouts.request_timeout` -1: expected an integer from 0 to 4294967295 (seconds)',
      `/x-apigen ${NO_PORT}`,
    ],
  },
  {name: 'the port by flag', root: {service: {name: 'petstore'}}, flags: {'service.port': 80}, want: []},
  {
    name: 'a wrong port is not missing',
    root: {service: {name: 'petstore', port: 0}},
    want: ['/x-apigen/service/port invalid `service.port` 0: expected an integer from 1 to 65535'],
  },
  {
    name: 'a replaced label in the description',
    root: {labels: {[OWN_LABEL]: 'other'}},
    want: [`/x-apigen/labels/${OWN_LABEL.replace('/', '~1')} ${REPLACED}`],
  },
  {
    name: 'a replaced label by flag',
    root: {labels: {[OWN_LABEL]: 'another'}},
    flags: {labels: {[OWN_LABEL]: 'other'}},
    want: [`--labels ${REPLACED}`],
  },
  {
    name: 'no label is replaced without the name of the Service',
    root: {service: {port: 80}, labels: {[OWN_LABEL]: 'other'}},
    want: ['/x-apigen the name of the target Service is missing'],
  },
  {name: 'a label without a value', root: {labels: {[OWN_LABEL]: null}}, want: []},
  {name: 'a label as it would be', root: {labels: {[OWN_LABEL]: 'petstore'}}, want: []},
])('$name', ({root = {}, flags = {}, paths = {'/pets': get}, want}) => {
  const extension = {target: 'httproute', service: {name: 'petstore', port: 80}, ...root};
  const {problems} = generate({openapi: '3.1.0', 'x-apigen': extension, paths}, {settings: flags});
  expect(
    problems.map(({flag, location, message}) => `${flag ? `--${flag}` : location?.pointer} ${message}`),
  ).toEqual(want);
});

test('no port where the description has no settings', () => {
  const settings = {target: 'httproute', 'service.name': 'petstore'} as const;
  expect(generate({openapi: '3.1.0', paths: {'/pets': get}}, {settings}).problems).toMatchObject([
    {message: NO_PORT, location: {pointer: ''}},
  ]);
});
