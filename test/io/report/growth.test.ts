import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';
import {hintOf, type Location} from '../../../src/core/problem.ts';
import {report} from '../../../src/io/report/report.ts';

/** The problems of an `x-apigen` with `count` unknown keys. */
function problemsOf(count: number) {
  const keys = Object.fromEntries(Array.from({length: count}, (_, index) => [`k${index}`, 1]));
  const settings = {service: {name: 'petstore', namespace: 'default'}, ...keys};
  return generate({openapi: '3.2.0', 'x-apigen': settings, paths: {'/a': {get: {}}}}).problems;
}

test.each([1000, 10_000])('of %d problems only those that are printed have hints and places', (count) => {
  const problems = problemsOf(count);
  const places = new Set<Location>();
  const counted = problems.map(({location = {uri: '', pointer: ''}, ...problem}) => ({
    ...problem,
    get location() {
      places.add(location);
      return location;
    },
  }));
  const printed = report(counted, {texts: new Map(), nameOf: () => 'openapi.yaml'});
  expect({
    problems: problems.length,
    hints: problems.filter((problem) => hintOf(problem) !== undefined).length,
    places: places.size,
    lines: printed.trimEnd().split('\n').slice(-2),
  }).toEqual({
    problems: count,
    hints: 100,
    places: 100,
    lines: [expect.stringMatching(/^ {4}known here: /), `and ${count - 100} more`],
  });
});
