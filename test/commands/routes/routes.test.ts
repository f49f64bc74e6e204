import path from 'node:path';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const DESCRIPTION = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}, mesh: linkerd}
paths:
  /pets:
    get: {tags: [pets, "=cmd"]}
    post: {tags: [pets], x-apigen: {timeouts: {request_timeout: 60}}}
    pots: {}
  /pets/{id}:
    x-apigen: {timeouts: {request_timeout: 0}, retryable: true}
    get: {}
  /pets/{name}:
    get: {x-apigen: {retryable: false}}
`;

const folder = folderWith({
  'openapi.yaml': DESCRIPTION,
  'plain.yaml': 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n',
  'empty.yaml': 'openapi: 3.1.0\npaths: {}\n',
  'wrong.yaml': DESCRIPTION.replace('60', 'soon'),
  'hostile.yaml': 'openapi: 3.1.0\npaths: {"/a\\e[31m\\u202e,\\"b": {get: {tags: ["=1+1", "\\e"]}}}\n',
});

testTranscript(path.join(import.meta.dirname, 'routes.txt'), () => folder);
