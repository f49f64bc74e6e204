import {cpSync, existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {RULES, rulePage} from '../../src/core/rules.ts';
import {descriptionWith, SETTING_CASES} from '../rulesets/wrong-settings.ts';
import {newProject, type Project} from './spectral-project.ts';

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
  '`timeouts.request_timeout` must be a whole number from 0 to 4294967295 (uint32, seconds), but it is "10"; write for example `timeouts: {request_timeout: 10}`';
const UNKNOWN_WORDS = 'unknown setting "timeout"; did you mean `timeouts`?';

describe.each(VERSIONS)('spectral-cli %s', (version) => {
  let project: Project;
  beforeAll(() => {
    project = newProject(`@stoplight/spectral-cli@${version}`);
    project.write('openapi.yaml', OPENAPI.replace('  timeout: 5\n', ''));
    project.write('warning.yaml', OPENAPI);
    project.write('.spectral.yaml', 'extends: ["apigen/spectral"]\n');
    project.write('strict.yaml', 'extends: ["apigen/spectral/strict"]\n');
    project.write('softer.yaml', 'extends: ["apigen/spectral"]\nrules: {apigen-setting-value: "off"}\n');
    project.write('pure.yaml', 'extends: ["./node_modules/apigen/rulesets/apigen.spectral.yaml"]\n');
    cpSync(path.join(root, 'examples'), path.join(project.folder, 'examples'), {recursive: true});
  }, 600_000);
  afterAll(() => project.remove());

  const json = (...args: string[]) => {
    const {status, stdout} = project.run('spectral', 'lint', '-f', 'json', '--quiet', ...args);
    return {status, findings: JSON.parse(stdout || '[]')};
  };
  const wrong = (name: string) => ({
    code: 'apigen-setting-value',
    path: ['get', 'x-apigen', 'timeouts', 'request_timeout'],
    message: TIMEOUT_WORDS,
    severity: 0,
    range: {start: {line: 3, character: 23}, end: {line: 3, character: 27}},
    source: path.join(project.folder, name),
  });

  it('refuses a wrong timeout in a referenced file, at its line', () => {
    project.write('paths/pets.yaml', WRONG);
    expect(json('openapi.yaml')).toEqual({status: 1, findings: [wrong('paths/pets.yaml')]});
  });

  it.each([
    {ruleset: '.spectral.yaml', status: 0, severity: 1},
    {ruleset: 'strict.yaml', status: 1, severity: 0},
  ])('calls an unknown setting what $ruleset says', ({ruleset, status, severity}) => {
    project.write('paths/pets.yaml', RIGHT);
    expect(json('warning.yaml', '-r', ruleset)).toEqual({
      status,
      findings: [
        {
          code: 'apigen-unknown-setting',
          path: ['x-apigen', 'timeout'],
          message: UNKNOWN_WORDS,
          severity,
          range: {start: {line: 4, character: 2}, end: {line: 4, character: 9}},
          source: path.join(project.folder, 'warning.yaml'),
        },
      ],
    });
  });

  it('lets a rule be turned off', () => {
    project.write('paths/pets.yaml', WRONG);
    expect(json('openapi.yaml', '-r', 'softer.yaml')).toEqual({status: 0, findings: []});
  });

  it.each([
    ['rules.js', "import apigen from 'apigen/spectral';\nexport default {extends: [apigen]};\n"],
    [
      'strict.js',
      "import strict from 'apigen/spectral/strict';\nexport default {extends: [[strict, 'all']]};\n",
    ],
    ['all.yaml', 'extends: [[apigen/spectral, all]]\n'],
    ['by-path.yaml', 'extends: ["./node_modules/apigen/dist/rulesets/index.js"]\n'],
    ['by-way.yaml', 'extends: ["./company/rules.yaml"]\n'],
  ])('is found by a ruleset in %s', (ruleset, text) => {
    project.write(ruleset, text);
    project.write('company/rules.yaml', 'extends: ["apigen/spectral"]\n');
    project.write('paths/pets.yaml', WRONG);
    expect(json('openapi.yaml', '-r', ruleset)).toEqual({status: 1, findings: [wrong('paths/pets.yaml')]});
  });

  it('passes right descriptions, in YAML and in JSON', () => {
    project.write('paths/pets.yaml', RIGHT);
    project.write(
      'openapi.json',
      '{"swagger": "2.0", "x-apigen": {"service": {"name": "pets"}}, "paths": {"/": {"get": {}}}}',
    );
    expect(json('openapi.yaml', 'openapi.json', 'examples/petstore.yaml')).toEqual({status: 0, findings: []});
  });

  it('says with its own functions alone what the npm ruleset says of values and keys of every kind', () => {
    project.write(
      'kinds.yaml',
      `openapi: 3.1.0
x-apigen:
  service: {name: [1], namespace: true, port: {}, "{{value}}": 1}
  namespace: 5
  timeouts: {request_timeout: .inf}
  cluster: {cluster_domain: .nan}
  disabled: 'a {{property}} #{{1+1}}'
  path: {base: "a \\"b\\" //"}
  "#{{1+1}}": 1
info: {x-apigen: {}}
tags: [{x-apigen: {service: {name: pets}}}]
paths:
  x-apigen: {}
  /a:
    X-apigne: {}
    x-apigee: {}
    get: {x-apigen: [1], xapigen: 1}
    put: {x-apigen: true}
    post: {x-apigen: {timeouts: 10, service: 5}}
`,
    );
    const words = (ruleset: string) =>
      json('kinds.yaml', '-r', ruleset).findings.map(
        ({code, message, path: place}: {code: string; message: string; path: readonly string[]}) =>
          `${place.join('/')} ${code} ${message}`,
      );
    expect(words('pure.yaml').sort()).toEqual(words('.spectral.yaml').sort());
  });

  it('says with its own functions alone what the npm ruleset says, but for what needs code', () => {
    SETTING_CASES.forEach((given, index) => {
      project.write(`cases/${String(index).padStart(3, '0')}.json`, descriptionWith(given));
    });
    interface Found {
      readonly code: string;
      readonly message: string;
      readonly path: readonly string[];
      readonly source: string;
    }
    const brief = ({findings}: {findings: readonly Found[]}) =>
      findings
        .filter(({code}) => code.startsWith('apigen-') && code !== 'apigen-service-name')
        .map(({code, message, path: place, source}) => {
          // Without code nobody knows what was meant by an unknown key, nor shortens a long value.
          const words =
            code === 'apigen-unknown-setting'
              ? message.replace(/; .*$/, '')
              : message.replace(/[a-z.]{150,}.*/, '');
          return `${path.basename(source)} ${code} ${place.join('.')} ${words}`;
        })
        // Beside or inside a \`$ref\` the two see different things.
        .filter((line) => !line.includes('$ref'));
    const pure = brief(json('cases/*.json', '-r', 'pure.yaml'));
    const references = SETTING_CASES.flatMap(({value}, index) =>
      JSON.stringify(value).includes('$ref') ? [String(index).padStart(3, '0')] : [],
    );
    const npm = brief(json('cases/*.json')).filter(
      (line) => !references.some((number) => line.startsWith(number)),
    );
    expect(pure).toEqual(npm);
    expect(npm.length).toBeGreaterThan(50);
  });
});

describe('spectral-cli, newest', () => {
  let project: Project;
  beforeAll(() => {
    project = newProject(`@stoplight/spectral-cli@${VERSIONS[0]}`, '@octokit/openapi@23.0.2');
    project.write('.spectral.yaml', 'extends: ["apigen/spectral"]\n');
    project.write('openapi.yaml', OPENAPI);
    project.write('paths/pets.yaml', WRONG);
  }, 600_000);
  afterAll(() => project.remove());

  it('writes SARIF for code scanning', () => {
    const {status, stdout} = project.run('spectral', 'lint', '-f', 'sarif', 'openapi.yaml');
    const {runs} = JSON.parse(stdout);
    const [run] = runs;
    expect(status).toBe(1);
    const region = (startLine: number, startColumn: number, endColumn: number) => ({
      startLine,
      startColumn,
      endLine: startLine,
      endColumn,
    });
    expect(run.results).toEqual([
      {
        level: 'warning',
        message: {text: UNKNOWN_WORDS},
        ruleId: 'apigen-unknown-setting',
        locations: [{physicalLocation: {artifactLocation: expect.anything(), region: region(5, 3, 10)}}],
        ruleIndex: expect.any(Number),
      },
      {
        level: 'error',
        message: {text: TIMEOUT_WORDS},
        ruleId: 'apigen-setting-value',
        locations: [{physicalLocation: {artifactLocation: expect.anything(), region: region(4, 24, 28)}}],
        ruleIndex: expect.any(Number),
      },
    ]);
    const files = run.results.map(
      (result: {locations: {physicalLocation: {artifactLocation: {uri: string}}}[]}) =>
        result.locations[0]?.physicalLocation.artifactLocation.uri,
    );
    expect(files).toEqual(['openapi.yaml', 'paths/pets.yaml']);
    expect(
      run.tool.driver.rules.map(({id, helpUri}: {id: string; helpUri: string}) => [id, helpUri]),
    ).toEqual(RULES.map(({code}) => [`apigen-${code}`, rulePage(code)]));
  });

  it('finds nothing in GitHub’s description of 13 MB, and one wrong timeout in it', () => {
    const file = path.join(project.folder, 'node_modules/@octokit/openapi/generated/api.github.com.json');
    expect(existsSync(file)).toBe(true);
    expect(project.run('spectral', 'lint', '-f', 'json', '--quiet', file)).toMatchObject({status: 0});
    const description = JSON.parse(readFileSync(file, 'utf8'));
    description.paths['/gists'].get['x-apigen'] = {timeouts: {request_timeout: -1}};
    project.write('github.json', JSON.stringify(description));
    const {status, stdout} = project.run('spectral', 'lint', '-f', 'json', '--quiet', 'github.json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).filter(({severity}: {severity: number}) => severity === 0)).toMatchObject([
      {
        code: 'apigen-setting-value',
        path: ['paths', '/gists', 'get', 'x-apigen', 'timeouts', 'request_timeout'],
      },
    ]);
  }, 600_000);
});
