import {readdirSync} from 'node:fs';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

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
  'not.yaml': 'a: 1\n',
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

const lint = (...args: string[]) => runCli(['lint', ...args], {cwd: folder});
const NAME = `the name of the target Service is missing
    set \`service.name\`, for example \`x-apigen: {service: {name: petstore}}\` or \`--service.name petstore\`
`;
const NO_ROUTES = /^nameless\.yaml:2:1 {2}warning: the name .*\n.*\nnameless\.yaml:3:1 {2}warning: no routes/;

describe('apigen lint', () => {
  test.each([
    {args: ['-i', 'right.yaml'], want: ends(0, 'no problems in 1 description\n')},
    {
      args: ['-i', 'right.yaml', '-i', 'plain.yaml', '--strict'],
      want: ends(0, 'no problems in 2 descriptions; 1 without settings for a mesh\n'),
    },
    {
      args: ['-i', 'misspelled.yaml'],
      want: ends(
        0,
        'misspelled.yaml:2:1  warning: unknown extension "x-apign"\n    did you mean `x-apigen`?\n',
      ),
    },
    {
      args: ['-i', 'misspelled.yaml', '--strict'],
      want: ends(
        1,
        'misspelled.yaml:2:1  error: unknown extension "x-apign"\n    did you mean `x-apigen`?\n',
      ),
    },
    {args: ['-i', 'nameless.yaml'], want: {status: 0, stdout: '', stderr: expect.stringMatching(NO_ROUTES)}},
    {
      args: ['-i', 'nameless.yaml', '--allow-empty'],
      want: ends(0, `nameless.yaml:2:1  warning: ${NAME}`),
    },
    {
      args: ['-i', 'not.yaml'],
      want: {status: 1, stderr: expect.stringMatching(/^not\.yaml:1:1 {2}error: not an OpenAPI/)},
    },
    {
      args: ['--config', 'redocly.yaml', 'a', 'c'],
      want: ends(0, `nameless.yaml:2:1  warning: ${NAME}`),
    },
    {
      args: ['--config', 'redocly.yaml'],
      want: {
        status: 0,
        stderr: expect.stringMatching(
          /^apigen: b: skipped: neither .*\nnameless\.yaml:2:1 {2}warning: the name/,
        ),
      },
    },
    {
      args: ['--config', 'redocly.yaml', 'd'],
      want: {status: 2, stderr: expect.stringMatching(/^error: unknown API "d"/)},
    },
    {
      args: ['-i', 'right.yaml', '--format', 'xml'],
      want: ends(
        2,
        '--format  error: invalid `format` "xml": expected one of text, json, github-actions, sarif\n    for example `--format sarif`\n',
      ),
    },
    {
      args: [],
      want: {status: 2, stderr: expect.stringMatching(/^error: the OpenAPI description is missing\n/)},
    },
  ])('$args', async ({args, want}) => {
    expect(await lint(...args)).toMatchObject(want);
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
  });

  const WRONG = ['-i', 'wrong*.yaml', '-i', './wrong,1:a%.yaml', '--format'];
  const VALUE =
    'invalid `timeouts.request_timeout` "5\\r": expected an integer from 0 to 4294967295 (seconds)';

  test('prints annotations of GitHub, each problem once', async () => {
    const {status, stdout, stderr} = await lint(...WRONG, 'github-actions');
    const at = (line: number, column: number, code: string) =>
      `file=wrong%2C1%3Aa%25.yaml,line=${line},col=${column},title=apigen ${code}`;
    const hint = '%0Afor example `timeouts: {request_timeout: 10}`';
    expect({status, stderr, lines: stdout.split('\n')}).toEqual({
      status: 1,
      stderr: '',
      lines: [
        `::error ${at(3, 72, 'setting-value')}::${VALUE}${hint}`,
        `::warning ${at(3, 32, 'unknown-setting')}::unknown setting "servce"%0Adid you mean \`service\`?`,
        `::warning ${at(7, 3, 'ambiguous-paths')}::paths "/a%25b/{x}" and "/a%25b/{y}" match the same requests%0Amerge them into one path`,
        expect.stringContaining(`::notice ${at(2, 1, 'server-path')}::`),
        '',
      ],
    });
  });

  test('names a flag and no file where there is none', async () => {
    const {stdout} = await lint('-i', 'none*.yaml', '--format', 'github-actions');
    expect(stdout).toMatch(/^::error title=apigen input::no file matches "none\*\.yaml"%0A[^\n]*\n$/);
  });

  test('prints JSON', async () => {
    const {status, stdout, stderr} = await lint(...WRONG, 'json');
    expect({status, stderr, stdout: JSON.parse(stdout)}).toMatchObject({
      status: 1,
      stderr: '',
      stdout: {
        problems: [
          {severity: 'error', code: 'setting-value', message: VALUE, line: 3, column: 72},
          {severity: 'warning'},
          {severity: 'warning'},
          {severity: 'note'},
        ],
        summary: {error: 1, warning: 2, note: 1},
      },
    });
  });

  // Checked with the schema of OASIS when it was written.
  test('prints SARIF', async () => {
    const {status, stdout, stderr} = await lint(
      '-i',
      'misspelled.yaml',
      '-i',
      'not.yaml',
      '--format',
      'sarif',
    );
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
              locations: at('not.yaml', 1),
            },
          ],
        },
      ],
    });
    const encoded = JSON.parse((await lint(...WRONG, 'sarif')).stdout).runs[0].results[0].locations[0];
    expect(encoded.physicalLocation.artifactLocation).toEqual({uri: 'wrong,1%3Aa%25.yaml'});
  });
});
