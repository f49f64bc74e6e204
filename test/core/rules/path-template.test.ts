import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

test.each([
  {path: 'pets', hint: 'write "/pets"'},
  {path: 'https://example.com/pets', hint: 'write "/pets"'},
  {path: 'https://example.com', hint: 'write "/"'},
  {path: 'pets/https://example.com/pets', hint: 'write "/pets/https://example.com/pets"'},
  {path: 'pets/{id', hint: 'begin it with "/", and write each parameter as `{name}`'},
])('the hint for the path $path', ({path, hint}) => {
  const {problems} = generate(
    {openapi: '3.1.0', paths: {[path]: {get: {}}}},
    {settings: {'service.name': 'pets'}},
  );
  expect(problems.map((problem) => [problem.code, problem.hint])).toEqual([['path-template', hint]]);
});
