import path from 'node:path';
import {expect, test} from '@jest/globals';
import {pathGlob} from '../../../src/commands/routes/route-rows.ts';
import {copyOf} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

for (const name of ['routes', 'several']) {
  const folder = copyOf(path.join(import.meta.dirname, name));
  testTranscript(path.join(import.meta.dirname, `${name}.txt`), () => folder);
}

test.each([
  {pattern: '/pets', fits: ['/pets'], others: ['/pets/', '/pets/{id}', '/v1/pets', '/Pets']},
  {pattern: '/pets/*', fits: ['/pets/{id}', '/pets/', '/pets/mine'], others: ['/pets', '/pets/{id}/toys']},
  {pattern: '/pets/**', fits: ['/pets/', '/pets/{id}/toys'], others: ['/pets', '/v1/pets/{id}']},
  {pattern: '**', fits: ['/', '/pets', '/a\nb'], others: []},
  {pattern: '**/{id}', fits: ['/pets/{id}', '/a/b/{id}'], others: ['/pets/{name}', '/pets/id']},
  {pattern: '/*/pets', fits: ['/v1/pets', '//pets'], others: ['/pets', '/v1/v2/pets']},
  {pattern: '/a.b|c^[$](+)?\\', fits: ['/a.b|c^[$](+)?\\'], others: ['/aXb', '/a.b']},
  {pattern: '', fits: [''], others: ['/']},
])('$pattern', ({pattern, fits, others}) => {
  const isFitting = pathGlob(pattern);
  expect({fits: fits.filter(isFitting), others: others.filter(isFitting)}).toEqual({fits, others: []});
});
