import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

const NO_ROUTES = 'no routes: no path has a method';

test.each([
  {
    what: 'a misspelled x-apigen',
    document: {'x-apigne': {}},
    want: ['unknown extension "x-apigne"', NO_ROUTES],
  },
  {
    what: 'a misplaced x-apigen',
    document: {info: {'x-apigen': {}}},
    want: ['`x-apigen` has no effect in `info`', NO_ROUTES],
  },
  {
    what: 'a misspelled method',
    document: {paths: {'/a': {gett: {}}}},
    want: ['unknown method "gett"', NO_ROUTES],
  },
  {
    what: 'a path item that is wrong',
    document: {paths: {'/a': 5}},
    want: ['invalid path item of "/a": expected a map, found 5'],
  },
])('next to $what', ({document, want}) => {
  const {problems} = generate(
    {openapi: '3.1.0', paths: {}, ...document},
    {settings: {'service.name': 'pets'}},
  );
  expect(problems.map(({message}) => message).sort()).toEqual([...want].sort());
});
