import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {cachedFolder, output} from '../../release/tools.ts';
import {pythonTool} from '../python-tool.ts';
import {startCli} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';
import {npm, run} from './npm-project.ts';

const DESCRIPTION = `openapi: 3.1.0
servers: [{url: https://a/v1}]
x-apigen: {service: {name: a}, servce: {}, timeouts: {request_timeout: "<5>\\r"}}
paths:
  /a%b/{x}: {gte: {}, get: {}}
  /a%b/{y}: {get: {}}
`;

/** Validates a file by a schema. */
const VALIDATE = `import sys
from lxml import etree
etree.XMLSchema(etree.parse(sys.argv[1])).assertValid(etree.parse(sys.argv[2]))
print("valid")
`;

const cwd = folderWith({
  'right.yaml': 'openapi: 3.1.0\nx-apigen: {service: {name: a}}\npaths: {/a: {get: {}}}\n',
});
beforeAll(() => {
  writeIn(cwd, 'wrong, 1:a%.yaml', DESCRIPTION);
  writeIn(cwd, 'validate.py', VALIDATE);
});

/** What `apigen lint` prints of a description, in a file. */
async function formatted(description: string, format: string): Promise<string> {
  const {stdout} = await startCli(['lint', '-i', description, '--format', format], {cwd});
  const file = path.join(cwd, `${description}.${format}`);
  writeFileSync(file, stdout);
  return file;
}

/** Checks a file by the schema of Jenkins, which pytest has in its sources. */
async function checkedJunit(file: string): Promise<string> {
  const python = pythonTool('lxml', '6.0.2', 'python');
  const sources = await cachedFolder(path.join('pytest-sources', '8.4.2'), async (folder) => {
    const args = ['download', '--quiet', '--no-deps', '--no-binary', ':all:', 'pytest==8.4.2'];
    await output(path.join(path.dirname(python), 'pip'), args, {cwd: folder});
    await output('tar', ['--strip-components=1', '-xzf', ...readdirSync(folder)], {cwd: folder});
  });
  const schema = path.join(sources, 'testing/example_scripts/junit-10.xsd');
  return output(python, ['validate.py', schema, file], {cwd});
}

describe.each(['right.yaml', 'wrong, 1:a%.yaml'])('apigen lint of %s', (description) => {
  test('is valid SARIF by its schema, and by the rules of code scanning', async () => {
    const folder = await cachedFolder(path.join('sarif-multitool', '5.7.0'), (made) => {
      writeIn(made, 'package.json', '{"private": true}');
      return npm(['install', '@microsoft/sarif-multitool@5.7.0'], made);
    });
    const tool = path.join(folder, 'node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool');
    const file = await formatted(description, 'sarif');
    const args = ['validate', file, '--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning'];
    const {stdout} = await run(tool, args, cwd, {DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1'});
    expect(stdout.split('\n').filter((line) => / (error|warning) /.test(line))).toEqual([]);
    expect(stdout).toContain('Analysis completed successfully.');
  }, 600_000);

  test('is valid JUnit', async () => {
    expect(await checkedJunit(await formatted(description, 'junit'))).toBe('valid');
  }, 600_000);
});

test('what `tracer test run --junit` writes is valid', async () => {
  const written = path.resolve('test/tools/processes/test-run/results.xml');
  writeIn(cwd, 'results.xml', readFileSync(written, 'utf8').replaceAll('…', '0.5'));
  expect(await checkedJunit(path.join(cwd, 'results.xml'))).toBe('valid');
}, 600_000);
