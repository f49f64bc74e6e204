import {readdirSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {SKIP_NEW_RULES} from '../../shown-rules.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const FILES = {
  'right.yaml': 'openapi: 3.1.0\nx-apigen: {service: {name: a}}\npaths: {/a: {get: {}}}\n',
  'plain.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {}}, b: {}}\n',
  'misspelled.yaml': 'openapi: 3.1.0\nx-apign: {}\npaths: {/a: {get: {}}}\n',
  'misspelled-paths.yaml': 'openapi: 3.1.0\npath: {/a: {get: {}}}\n',
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

const folder = folderWith(FILES);

testTranscript(path.join(import.meta.dirname, 'lint.txt'), () => folder);

test('has the place of each problem in formats for programs, and no more results than GitHub shows', async () => {
  const items = Array.from({length: 5001}, (_, index) => `  /a${index}: {gte: {}, put: {}}\n`);
  const many = `openapi: 3.1.0\nx-apigen: {service: {name: a}, mesh: linkerd}\npaths:\n${items.join('')}`;
  const cwd = folderWith({'many.yaml': many});
  const args = ['lint', 'many.yaml', '--skip-rule', 'object-size', ...SKIP_NEW_RULES, '--format'];
  const json = await runCli([...args, 'json'], {cwd});
  const lines = JSON.parse(json.stdout).problems.map(({line}: {line?: number}) => line);
  expect(lines).toEqual(items.map((_, index) => index + 4));
  const sarif = await runCli([...args, 'sarif'], {cwd});
  expect(JSON.parse(sarif.stdout).runs[0].results).toHaveLength(5000);
  expect(sarif.stderr).toBe('and 1 more\n');
});

test('writes no file', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
});
