import {expect, test} from '@jest/globals';
import {mapsIn} from '../../../../src/core/targets/target.ts';
import {generate} from '../../../../src/index.ts';

test('a policy names every rule of its limit, also where one rule would have too many matches', () => {
  const paths = Object.fromEntries(Array.from({length: 70}, (_, index) => [`/${index}`, {get: {}}]));
  const {objects} = generate(
    {openapi: '3.1.0', paths},
    {
      settings: {
        ...{mesh: 'envoy-gateway', 'gateway.name': 'public', gateway_api: '1.4'},
        ...{'service.name': 'a', 'service.port': 80, 'rate_limit.requests': 5},
      },
    },
  );
  const [policy, ...httpRoutes] = objects;
  const rules = httpRoutes.flatMap((one) => mapsIn(one, 'rules').map(({name}) => [one.metadata.name, name]));
  expect(rules.map(([, name]) => name)).toEqual(['5-per-second', '5-per-second-2']);
  expect(mapsIn(policy, 'targetRefs').map(({name, sectionName}) => [name, sectionName])).toEqual(rules);
});
