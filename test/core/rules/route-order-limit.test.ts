import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

test('paths that take too many comparisons to order are a warning', () => {
  const paths = Object.fromEntries(Array.from({length: 5000}, (_, n) => [`/{a}x${n}x{b}`, {get: {}}]));
  const {problems} = generate({openapi: '3.1.0', paths}, {settings: {'service.name': 'petstore'}});
  expect(problems.filter(({severity}) => severity === 'warning')).toEqual([
    {
      code: 'route-order-limit',
      severity: 'warning',
      message: 'too many similar paths: after 10000000 comparisons, the remaining routes are ordered by path',
      hint: 'a route may come after one that matches all of its requests: use fewer segments that combine text and parameters',
      location: {uri: 'openapi:///description', pointer: '/paths', at: 'key'},
    },
  ]);
});
