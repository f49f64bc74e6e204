import path from 'node:path';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const described = (service: string, path: string) =>
  `openapi: 3.1.0\ninfo: {title: A, version: '1'}\nx-apigen: {${service}}\npaths: {${path}: {get: {}}}\n`;

const folder = folderWith({
  'contracts/a.yml': 'swagger: "2.0"\n',
  'contracts/a.json': '{"openapi": "3.1.0"}\n',
  'empty/values.yaml': 'a: 1\n',
  'apis/right.yaml': described('service: {name: right}', '/a'),
  'apis/wrong.yaml': described('service: {nam: wrong}', '/b'),
  'apis/schemas.yaml': 'openapi: 3.0.3\ninfo: {title: S, version: "1"}\ncomponents: {schemas: {Pet: {}}}\n',
  'apis/webhooks.yaml': 'openapi: 3.1.0\ninfo: {title: W, version: "1"}\nwebhooks: {sent: {post: {}}}\n',
  'other/misplaced.yaml': 'openapi: 3.1.0\ninfo: {title: M, version: "1", x-apigen: {disabled: true}}\n',
  'misspelled/a.yaml': 'openapi: 3.1.0\ninfo: {title: P, version: "1"}\npath: {/a: {get: {}}}\n',
  'apis/empty.yaml': 'swagger: "2.0"\ninfo: {title: E, version: "1"}\npaths: {}\n',
});

testTranscript(path.join(import.meta.dirname, 'some-wrong.txt'), () => folder);
