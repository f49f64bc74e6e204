import {readdirSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const FILES = {
  'right.yaml': 'openapi: 3.1.0\nx-apigen: {service: {name: a}}\npaths: {/a: {get: {}}}\n',
  'plain.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {}}, b: {}}\n',
  'misspelled.yaml': 'openapi: 3.1.0\nx-apign: {}\npaths: {/a: {get: {}}}\n',
  'nameless.yaml': 'openapi: 3.1.0\nx-apigen: {path: {base: /v1}}\npaths: {}\n',
  'wrong,1:a%.yaml': `openapi: 3.1.0
servers: [{url: https://a/v1}]
x-apigen: {service: {name: a}, servce: {}, timeouts: {request_timeout: "5\\r"}}
paths:
  /a%b: {get: {}}
  /a%b/{x}: {get: {}}
  /a%b/{y}: {get: {}}
`,
  'ignoring.yaml':
    'openapi: 3.1.0\nservers: [{url: https://a/v1}]\nx-apigen: {service: {name: a}}\npaths: {/a: {x-apigen-ignore: [service-name], geet: {}, get: {}}}\n',
  'not%,1:a.yaml': 'a: 1\n',
  'redocly.yaml': `plugins: ["@apigen/cli/redocly"]
apis:
  a: {root: nameless.yaml}
  b: {root: plain.yaml}
  c: {root: right.yaml, decorators: {apigen/service-profile: {strict: true, labels: {a: b}}}}
decorators: {apigen/service-profile: {allowEmpty: true}}
`,
};

let folder = '';
beforeAll(() => {
  folder = folderWith(FILES);
});

describe('apigen lint', () => {
  testTranscript(path.join(import.meta.dirname, 'lint.txt'), () => folder);

  test('writes no file', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
  });
});
