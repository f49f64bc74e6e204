import {expect, test} from '@jest/globals';
import {generate} from '../../../../src/core/generate.ts';
import {quote} from '../../../../src/core/quote.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';

const get = {get: {}};
const withTimeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});
const withRetries = {'x-apigen': {retryable: true}, get: {}};
const pathOf = (length: number) => `/${'a'.repeat(length - 1)}`;
const place = (pointer: string) => ({uri: 'openapi:///description', pointer});
const key = (pointer: string) => ({...place(pointer), at: 'key'});

const OWN_LABEL = 'app.kubernetes.io/name';
const REPLACED = {
  code: 'replaced-label',
  severity: 'warning',
  message: `label \`${OWN_LABEL}\` "other" replaces "petstore": \`kubectl apply --prune\` cannot find these HTTPRoutes by it`,
  hint: `remove it, or select by "${OWN_LABEL}=other"`,
  setting: 'labels',
};

const NO_PORT = {
  code: 'service-port',
  severity: 'warning',
  message: '`service.port` is not set: using 80',
  hint: 'set `service.port` to the port that clients use, for example `service: {port: 8080}`',
  setting: 'service.port',
};

test.each<{
  name: string;
  root?: object;
  flags?: FlagValues;
  paths?: Readonly<Record<string, object>>;
  want: object[];
}>([
  {
    name: 'a path that is as long as `path.base` is at fault',
    flags: {'path.base': pathOf(513)},
    paths: {[pathOf(513)]: get},
    want: [
      {
        code: 'route-path',
        severity: 'error',
        message: `path ${quote(pathOf(513))} is too long for an HTTPRoute: expected at most 1024 characters, found 1026`,
        hint: 'shorten it, or exclude it with `x-apigen: {disabled: true}`',
        location: key(`/paths/~1${'a'.repeat(512)}`),
      },
    ],
  },
  {
    name: 'a `path.base` that is longer than the path is at fault',
    flags: {'path.base': pathOf(514)},
    paths: {[pathOf(512)]: {get: {}, post: {}}},
    want: [
      {
        code: 'route-path',
        severity: 'error',
        message: `\`path.base\` ${quote(pathOf(514))} makes path ${quote(pathOf(512))} too long for an HTTPRoute: expected at most 1024 characters, found 1026`,
        hint: 'shorten it',
        setting: 'path.base',
        flag: 'path.base',
      },
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
      {
        code: 'route-set',
        severity: 'error',
        message: `128 routes with 128 different policies match the same requests and do not fit into one HTTPRoute: expected at most 16 rules, found 128 for ${Array.from({length: 10}, (_, n) => `"GET /${'x'.repeat(n + 1)}"`).join(', ')}, and 118 more`,
        hint: 'give more of them the same settings, or change the paths so that they do not overlap',
        location: key('/paths/~1x/get'),
      },
    ],
  },
  {
    name: 'retries are reported where most operations have them from',
    root: {retryable: true},
    paths: {'/a': withRetries, '/b': {get: {}, post: {}}},
    want: [
      {
        code: 'unsupported-setting',
        severity: 'warning',
        message: '`retryable` of 3 operations is not written: HTTPRoutes have `retry` from Gateway API 1.7',
        hint: 'set `gateway_api: "1.7"` if the cluster has its CRDs',
        setting: 'retryable',
        location: place('/x-apigen/retryable'),
      },
    ],
  },
  {
    name: 'retries of one operation, by its name',
    root: {gateway_api: '1.7'},
    paths: {'/a': withRetries, '/b': get},
    want: [
      {
        code: 'unsupported-setting',
        severity: 'warning',
        message: 'Linkerd ignores `retry` of HTTPRoutes, which `retryable` of "GET /a" sets',
        hint: 'annotate the Service with `retry.linkerd.io/http: 5xx`, or use the target `service-profile`',
        setting: 'retryable',
        location: place('/paths/~1a/x-apigen/retryable'),
      },
    ],
  },
  {
    name: 'HTTPRoutes outside of the namespace of the Service',
    root: {mesh: 'cilium', namespace: 'clients', service: {name: 'petstore', port: 80, namespace: 'shop'}},
    want: [
      {
        code: 'unsupported-setting',
        severity: 'warning',
        message: 'Cilium ignores HTTPRoutes in the namespace "clients" for a Service in "shop"',
        hint: 'set `namespace` to the namespace of the Service',
        setting: 'namespace',
        location: place('/x-apigen/namespace'),
      },
    ],
  },
  {
    name: 'the longest timeout, and one second more',
    root: {timeouts: {request_timeout: 366096340}},
    paths: {'/a': get, '/b': withTimeout(366096339)},
    want: [
      {
        code: 'route-timeout',
        severity: 'error',
        message:
          'an HTTPRoute cannot express `timeouts.request_timeout` 366096340 of "GET /a": expected at most 366096339 (seconds)',
        hint: 'shorten it, or set 0 for no timeout',
        setting: 'timeouts.request_timeout',
        location: place('/x-apigen/timeouts/request_timeout'),
      },
      {
        code: 'unsupported-setting',
        severity: 'warning',
        message:
          'Linkerd ignores the timeout 99999h99999m99999s of "GET /b": it reads durations with one unit only',
        hint: 'set a whole number of minutes or hours, in seconds',
        setting: 'timeouts.request_timeout',
        location: place('/paths/~1b/get/x-apigen/timeouts/request_timeout'),
      },
    ],
  },
  {
    name: 'no port',
    root: {service: {name: 'petstore'}},
    want: [{...NO_PORT, location: key('/x-apigen')}],
  },
  {
    name: 'no port, and another setting is wrong',
    root: {service: {name: 'petstore'}, timeouts: {request_timeout: -1}},
    want: [
      {
        code: 'setting-value',
        severity: 'error',
        message: 'invalid `timeouts.request_timeout` -1: expected an integer from 0 to 4294967295 (seconds)',
        hint: 'for example `timeouts: {request_timeout: 10}`',
        setting: 'timeouts.request_timeout',
        location: place('/x-apigen/timeouts/request_timeout'),
      },
      {...NO_PORT, location: key('/x-apigen')},
    ],
  },
  {name: 'the port by flag', root: {service: {name: 'petstore'}}, flags: {'service.port': 80}, want: []},
  {
    name: 'a wrong port is not missing',
    root: {service: {name: 'petstore', port: 0}},
    want: [
      {
        code: 'setting-value',
        severity: 'error',
        message: 'invalid `service.port` 0: expected an integer from 1 to 65535',
        hint: 'for example `service: {port: 8080}`',
        setting: 'service.port',
        location: place('/x-apigen/service/port'),
      },
    ],
  },
  {
    name: 'a replaced label in the description',
    root: {labels: {[OWN_LABEL]: 'other'}},
    want: [{...REPLACED, location: place(`/x-apigen/labels/${OWN_LABEL.replace('/', '~1')}`)}],
  },
  {
    name: 'a replaced label by flag',
    root: {labels: {[OWN_LABEL]: 'another'}},
    flags: {labels: {[OWN_LABEL]: 'other'}},
    want: [{...REPLACED, flag: 'labels'}],
  },
  {
    name: 'no label is replaced without the name of the Service',
    root: {service: {port: 80}, labels: {[OWN_LABEL]: 'other'}},
    want: [
      {
        code: 'service-name',
        severity: 'error',
        message: 'the name of the target Service is missing',
        hint: 'set `service.name`, for example `x-apigen: {service: {name: petstore}}` or `--service.name petstore`',
        setting: 'service.name',
        location: key('/x-apigen'),
      },
    ],
  },
  {name: 'a label without a value', root: {labels: {[OWN_LABEL]: null}}, want: []},
  {name: 'a label as it would be', root: {labels: {[OWN_LABEL]: 'petstore'}}, want: []},
])('$name', ({root = {}, flags = {}, paths = {'/pets': get}, want}) => {
  const extension = {target: 'httproute', service: {name: 'petstore', port: 80}, ...root};
  const {problems} = generate({openapi: '3.1.0', 'x-apigen': extension, paths}, {settings: flags});
  expect(problems).toEqual(want);
});

test('no port where the description has no settings', () => {
  const settings = {target: 'httproute', 'service.name': 'petstore'} as const;
  expect(generate({openapi: '3.1.0', paths: {'/pets': get}}, {settings}).problems).toEqual([
    {...NO_PORT, location: place('')},
  ]);
});
