import {describe, expect, it} from '@jest/globals';
import fc from 'fast-check';
import {dump, load} from 'js-yaml';
import {renderYaml} from '../../src/core/render.ts';
import type {Route, ServiceProfile} from '../../src/core/service-profile.ts';

function profileOf(routes: readonly Route[]): ServiceProfile {
  return {
    apiVersion: 'mesh.io/v1alpha2',
    kind: 'ServiceProfile',
    metadata: {creationTimestamp: null, name: 'a.b.svc.cluster.local', namespace: 'c'},
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
