import {describe, expect, it} from '@jest/globals';
import fc from 'fast-check';
import {dump, load} from 'js-yaml';
import {renderYaml} from '../../src/core/render.ts';
import type {Route, ServiceProfile} from '../../src/core/service-profile.ts';

function profileOf(routes: readonly Route[], namespace = 'c'): ServiceProfile {
  return {
    apiVersion: 'mesh.io/v1alpha2',
    kind: 'ServiceProfile',
    metadata: {creationTimestamp: null, name: 'a.b.svc.cluster.local', namespace},
    spec: {routes},
  };
}

/** Characters of real paths, among them the ones that mean something to YAML. */
const text = fc.string({
  unit: fc.constantFrom(...'aZ09/{}[]()*+^$\\.-_ :#&!|>\'"%@`,?=~<\n\u00e9'.split('')),
  maxLength: 12,
});

const route: fc.Arbitrary<Route> = fc.record(
  {
    condition: fc.record({
      method: fc.constantFrom('GET', 'NO', 'M-SEARCH', 'QUERY'),
      pathRegex: text.map((path) => `/${path}`),
    }),
    name: text.map((path) => `GET /${path}`),
    timeout: fc.constantFrom('1s', '4294967295s'),
  },
  {requiredKeys: ['condition', 'name']},
);

const PLAIN: Route = {condition: {method: 'GET', pathRegex: '/'}, name: 'GET /'};

describe('renderYaml', () => {
  it('writes routes that need no quotes as the dumper does, byte for byte', () => {
    // Line breaks are quoted, where the dumper would write a block.
    const oneLine = route.filter(({condition, name}) => !`${condition.pathRegex}${name}`.includes('\n'));
    fc.assert(
      fc.property(fc.array(oneLine, {maxLength: 4}), (routes) => {
        const profile = profileOf(routes);
        expect(renderYaml(profile)).toBe(`---\n${dump(profile, {lineWidth: -1, noRefs: true})}`);
      }),
      {numRuns: 3000},
    );
  });

  it.each(['y', 'n', 'on', 'off', 'yes', 'no', 'true', 'null', 'e', 'e5', 'e-5', '1', '0x1f', '2001-1-1'])(
    'quotes the name %s, which is another value to some reader',
    (name) => {
      const [line] = renderYaml(profileOf([PLAIN], name)).match(/namespace: .*/) ?? [];
      expect(['"', "'"].map((quote) => `namespace: ${quote}${name}${quote}`)).toContain(line);
    },
  );

  it.each(['shop', 'eu5', 'not', 'e-shop', 'nullable'])('leaves the name %s plain', (name) => {
    expect(renderYaml(profileOf([PLAIN], name))).toContain(`  namespace: ${name}\nspec:\n`);
  });

  it('writes line breaks in double quotes', () => {
    const lines = {condition: {method: 'GET', pathRegex: '/ a\n '}, name: 'GET / a\r\n'};
    expect(renderYaml(profileOf([lines]))).toContain(
      '        pathRegex: "/ a\\n "\n      name: "GET / a\\r\\n"\n',
    );
  });

  it('reads back as what was written', () => {
    fc.assert(
      fc.property(fc.array(route, {maxLength: 4}), (routes) => {
        const profile = profileOf(routes);
        expect(load(renderYaml(profile))).toEqual(profile);
      }),
    );
  });
});
