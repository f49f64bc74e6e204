import {readdirSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
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

  // Checked with the schema of OASIS when it was written.
  test('prints SARIF', async () => {
    const args = ['lint', '-i', 'misspelled.yaml', '-i', 'not%,1:a.yaml', '--format', 'sarif'];
    const {status, stdout, stderr} = await runCli(args, {cwd: folder});
    expect({status, stderr}).toEqual({status: 1, stderr: ''});
    const at = (uri: string, startLine: number) => [
      {physicalLocation: {artifactLocation: {uri}, region: {startLine, startColumn: 1}}},
    ];
    expect(JSON.parse(stdout)).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'apigen',
              version: expect.stringMatching(/^\d+\.\d+\.\d+/),
              rules: [
                {
                  id: 'unknown-setting',
                  shortDescription: {text: 'Every key of `x-apigen` is a setting'},
                  helpUri: 'https://unpkg.com/@apigen/cli/docs/rules/unknown-setting.md',
                },
                {
                  id: 'not-openapi',
                  shortDescription: {text: 'The version of OpenAPI is one that is read, as a string'},
                  helpUri: 'https://unpkg.com/@apigen/cli/docs/rules/not-openapi.md',
                },
              ],
            },
          },
          columnKind: 'utf16CodeUnits',
          results: [
            {
              ruleId: 'unknown-setting',
              level: 'warning',
              message: {text: 'unknown extension "x-apign"; did you mean `x-apigen`?'},
              locations: at('misspelled.yaml', 2),
            },
            {
              ruleId: 'not-openapi',
              level: 'error',
              message: {text: expect.stringMatching(/^not an OpenAPI description: /)},
              locations: at('not%25,1%3Aa.yaml', 1),
            },
          ],
        },
      ],
    });
  });
});
