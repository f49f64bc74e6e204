import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {LINT_RULES} from '../../src/core/generate/lint.ts';
import {rulePage} from '../../src/core/rules/rule.ts';
import {startCli} from '../start-cli.ts';
import {type Project, Workshop} from './npm-project.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The newest, and the oldest that package.json admits. */
const VERSIONS = ['6.16.3', '6.0.0'];

const OPENAPI = `openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
x-apigen:
  service: {name: pets}
  timeout: 5
paths:
  /pets:
    $ref: paths/pets.yaml
`;
const WRONG = 'get:\n  x-apigen:\n    timeouts:\n      request_timeout: "10"\n';
const RIGHT = WRONG.replace('"10"', '10');

const TIMEOUT_WORDS =
  'invalid `timeouts.request_timeout` "10": expected an integer from 0 to 4294967295 (seconds); remove the quotes: `10`';

describe.each(VERSIONS)('spectral-cli %s', (version) => {
  const workshop = new Workshop();
  let project: Project;
  beforeAll(async () => {
    await workshop.open([`@stoplight/spectral-cli@${version}`]);
    project = workshop.project({
      'openapi.yaml': OPENAPI.replace('  timeout: 5\n', ''),
      'unknown.yaml': OPENAPI,
      '.spectral.yaml': 'extends: ["@apigen/cli/spectral"]\n',
      'strict.yaml': 'extends: ["@apigen/cli/spectral/strict"]\n',
      'pure.yaml': 'extends: ["../node_modules/@apigen/cli/rulesets/apigen.spectral.yaml"]\n',
    });
    project.copy(path.join(root, 'examples'), 'examples');
  }, 600_000);

  const json = async (...args: string[]) => {
    const {status, stdout} = await project.run('spectral', ['lint', '-f', 'json', '--quiet', ...args]);
    return {status, findings: JSON.parse(stdout || '[]')};
  };
  const wrong = () => ({
    code: 'apigen-setting-value',
    path: ['get', 'x-apigen', 'timeouts', 'request_timeout'],
    message: TIMEOUT_WORDS,
    severity: 0,
    range: {start: {line: 3, character: 23}, end: {line: 3, character: 27}},
    source: path.join(project.folder, 'paths/pets.yaml'),
  });

  it('runs the ruleset that `apigen init` writes', async () => {
    project.write('init/openapi.yaml', 'openapi: 3.1.0\ninfo: {title: Pets, version: 1.0.0}\npaths: {}\n');
    const cwd = path.join(project.folder, 'init');
    expect(await startCli(['init', '--spectral', '--yes'], {cwd})).toMatchObject({status: 0});
    const {findings} = await json('--ruleset', 'init/.spectral.yaml', 'init/openapi.yaml');
    expect(findings.map(({code}: {code: string}) => code)).toEqual(['apigen-no-routes']);
  });

  it('refuses a wrong timeout in a referenced file, at its line', async () => {
    project.write('paths/pets.yaml', WRONG);
    expect(await json('openapi.yaml')).toEqual({status: 1, findings: [wrong()]});
  });

  it('reports a missing name as an error with the strict ruleset', async () => {
    project.write('nameless.yaml', 'openapi: 3.1.0\nx-apigen: {}\npaths: {/pets: {get: {}}}\n');
    expect(await json('nameless.yaml', '-r', 'strict.yaml')).toMatchObject({
      status: 1,
      findings: [{code: 'apigen-service-name', severity: 0}],
    });
  });

  it.each([
    {
      ruleset: 'rules.js',
      text: "import apigen from '@apigen/cli/spectral';\nexport default {extends: [apigen]};\n",
    },
    {ruleset: 'all.yaml', text: 'extends: [["@apigen/cli/spectral", all]]\n'},
    {ruleset: 'by-path.yaml', text: 'extends: ["../node_modules/@apigen/cli/dist/rulesets/index.js"]\n'},
  ])('is found by a ruleset in $ruleset', async ({ruleset, text}) => {
    project.write(ruleset, text);
    project.write('paths/pets.yaml', WRONG);
    expect(await json('openapi.yaml', '-r', ruleset)).toEqual({status: 1, findings: [wrong()]});
  });

  it('passes right descriptions, in YAML and in JSON', async () => {
    project.write('paths/pets.yaml', RIGHT);
    project.write(
      'openapi.json',
      '{"swagger": "2.0", "x-apigen": {"service": {"name": "pets"}}, "paths": {"/": {"get": {}}}}',
    );
    expect(await json('openapi.yaml', 'openapi.json', 'examples/petstore.yaml')).toEqual({
      status: 0,
      findings: [],
    });
  });

  it('reports nothing in another document', async () => {
    project.write('values.yaml', 'image: {tag: 1.0.0}\npaths: {/a: {x-apigen: 5}}\n');
    for (const ruleset of ['.spectral.yaml', 'strict.yaml', 'pure.yaml'])
      expect(await json('values.yaml', '-r', ruleset)).toEqual({status: 0, findings: []});
  });

  // The oldest one cannot.
  (version === VERSIONS[0] ? it : it.skip)('writes SARIF for code scanning', async () => {
    project.write('paths/pets.yaml', WRONG);
    const {status, stdout} = await project.run('spectral', ['lint', '-f', 'sarif', 'unknown.yaml']);
    const [run] = JSON.parse(stdout).runs;
    expect(status).toBe(1);
    const at = (uri: string, startLine: number, startColumn: number) => [
      {physicalLocation: {artifactLocation: {uri}, region: {startLine, startColumn}}},
    ];
    expect(run.results).toMatchObject([
      {level: 'error', ruleId: 'apigen-setting-value', locations: at('paths/pets.yaml', 4, 24)},
      {level: 'error', ruleId: 'apigen-unknown-setting', locations: at('unknown.yaml', 5, 12)},
    ]);
    expect(
      run.tool.driver.rules.map(({id, helpUri}: {id: string; helpUri: string}) => [id, helpUri]),
    ).toEqual(LINT_RULES.map(({code}) => [`apigen-${code}`, rulePage(code)]));
  });
});
