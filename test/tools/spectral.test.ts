import {cpSync, existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {LINT_RULES} from '../../src/core/lint.ts';
import {rulePage} from '../../src/core/rule-page.ts';
import {
  descriptionWith,
  nameOf,
  SETTING_CASES,
  type SettingRule,
  YAML_RULES,
} from '../rulesets/wrong-settings.ts';
import {startCli} from '../start-cli.ts';
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
  'invalid `timeouts.request_timeout` "10": expected an integer from 0 to 4294967295 (seconds); remove the quotes: `10`';
const UNKNOWN_WORDS = 'unknown setting "timeout"; did you mean `timeouts`?';

/** Spectral replaces a `$ref` by its target before it applies its own functions. */
const CASES = SETTING_CASES.filter(({value}) => !JSON.stringify(value).includes('$ref'));

/** Rules about what a flag may still give: a name, a namespace, a port, or that an empty result is allowed. */
const BY_FLAG: readonly string[] = [
  'apigen-service-name',
  'apigen-service-namespace',
  'apigen-service-port',
  'apigen-no-routes',
];

describe.each(VERSIONS)('spectral-cli %s', (version) => {
  let project: Project;
  beforeAll(() => {
    project = newProject(`@stoplight/spectral-cli@${version}`);
    project.write('openapi.yaml', OPENAPI.replace('  timeout: 5\n', ''));
    project.write('warning.yaml', OPENAPI);
    project.write('.spectral.yaml', 'extends: ["@apigen/cli/spectral"]\n');
    project.write('strict.yaml', 'extends: ["@apigen/cli/spectral/strict"]\n');
    project.write('softer.yaml', 'extends: ["@apigen/cli/spectral"]\nrules: {apigen-setting-value: "off"}\n');
    project.write('pure.yaml', 'extends: ["./node_modules/@apigen/cli/rulesets/apigen.spectral.yaml"]\n');
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

  it('runs the ruleset that `apigen init` adds to one with comments', async () => {
    project.write('init/openapi.yaml', 'openapi: 3.1.0\ninfo: {title: Pets, version: 1.0.0}\npaths: {}\n');
    project.write('init/.spectral.yaml', '# Ours\nextends: [] # none yet\n');
    const cwd = path.join(project.folder, 'init');
    expect(await startCli(['init', '--spectral', '--yes'], {cwd})).toMatchObject({status: 0});
    const {findings} = json('--ruleset', 'init/.spectral.yaml', 'init/openapi.yaml');
    expect(findings.map(({code}: {code: string}) => code)).toEqual(['apigen-no-routes']);
  });

  it('refuses a wrong timeout in a referenced file, at its line', () => {
    project.write('paths/pets.yaml', WRONG);
    expect(json('openapi.yaml')).toEqual({status: 1, findings: [wrong('paths/pets.yaml')]});
  });

  it.each([
    {ruleset: '.spectral.yaml', status: 0, severity: 1},
    {ruleset: 'strict.yaml', status: 1, severity: 0},
  ])('reports an unknown setting with the severity of $ruleset', ({ruleset, status, severity}) => {
    project.write('paths/pets.yaml', RIGHT);
    expect(json('warning.yaml', '-r', ruleset)).toEqual({
      status,
      findings: [
        {
          code: 'apigen-unknown-setting',
          path: ['x-apigen', 'timeout'],
          message: UNKNOWN_WORDS,
          severity,
          range: {start: {line: 4, character: 11}, end: {line: 4, character: 12}},
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
    ['rules.js', "import apigen from '@apigen/cli/spectral';\nexport default {extends: [apigen]};\n"],
    [
      'strict.js',
      "import strict from '@apigen/cli/spectral/strict';\nexport default {extends: [[strict, 'all']]};\n",
    ],
    ['all.yaml', 'extends: [["@apigen/cli/spectral", all]]\n'],
    ['by-path.yaml', 'extends: ["./node_modules/@apigen/cli/dist/rulesets/index.js"]\n'],
    ['by-way.yaml', 'extends: ["./company/rules.yaml"]\n'],
  ])('is found by a ruleset in %s', (ruleset, text) => {
    project.write(ruleset, text);
    project.write('company/rules.yaml', 'extends: ["@apigen/cli/spectral"]\n');
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

  it.each(['.spectral.yaml', 'strict.yaml', 'pure.yaml'])(
    'reports nothing with %s in documents that are not OpenAPI',
    (ruleset) => {
      project.write(
        'other/schema.json',
        '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"x-apgen": {}}}',
      );
      project.write(
        'other/asyncapi.yaml',
        'asyncapi: 2.6.0\ninfo: {title: Pets, version: 1.0.0}\nchannels: {pets: {x-apigen: {timeout: 5}}}\n',
      );
      project.write('other/arazzo.yaml', 'arazzo: 1.0.0\nx-apigen: {timeout: 5}\nworkflows: []\n');
      project.write('other/values.yaml', 'image: {tag: 1.0.0}\npaths: {/a: {x-apigen: 5}}\n');
      project.write('other/list.yaml', '- a\n- b\n');
      project.write('other/text.yaml', 'text\n');
      project.write('other/comment.yaml', '# nothing\n');
      const {status, stdout} = project.run('spectral', 'lint', '-F', 'warn', '-r', ruleset, 'other/*');
      expect({status, printed: stdout.trim()}).toEqual({
        status: 0,
        printed: "No results with a severity of 'warn' or higher found!",
      });
    },
  );

  it.each([
    [
      'proto.yaml',
      'openapi: 3.1.0\nx-apigen: {service: {name: a}, __proto__: {a: 1}}\npaths: {/: {get: {}}}\n',
    ],
    [
      'proto.json',
      '{"openapi": "3.1.0",\n"x-apigen": {"service": {"name": "a"}, "__proto__": {}}, "paths": {"/": {"get": {}}}}',
    ],
  ])('reports a key `__proto__` in %s', (name, text) => {
    project.write(name, text);
    expect(json(name).findings).toMatchObject([
      {
        code: 'apigen-unknown-setting',
        path: ['x-apigen', '__proto__'],
        message:
          'unknown setting "__proto__"; known here: `target`, `mesh`, `gateway_api`, `namespace`, `labels`, `annotations`, `service`, `cluster`, `path`, `timeouts`, `retryable`, `retry_budget`, `response_classes`, `disabled`',
        range: {start: {line: 1}},
      },
    ]);
  });

  it('reads tags as docs/spectral.md says', () => {
    const unresolved = (name: string) => [
      `Cannot resolve a node with !<tag:yaml.org,2002:${name}> explicit tag`,
      'Can not read an implicit mapping pair; a colon is missed',
    ];
    const want = [
      {value: '!!str 5', findings: ['invalid `labels.a` 5']},
      {value: '! 5', findings: ['invalid `labels.a` 5']},
      {value: '!!map {b: c}', findings: ['invalid `labels.a`']},
      {value: '!!set {b}', findings: ['invalid `labels.a`']},
      {value: '!!seq [b]', findings: ['invalid `labels.a`']},
      {value: '!!omap [b: c]', findings: ['invalid `labels.a`']},
      {value: '!!pairs [b: c]', findings: ['invalid `labels.a`']},
      {value: '!!int 5', findings: ['invalid `labels.a` 5', ...unresolved('int')]},
      {value: '!!float 5', findings: ['invalid `labels.a` 5', ...unresolved('float')]},
      {value: '!!bool true', findings: ['invalid `labels.a` true', ...unresolved('bool')]},
      {value: '!!timestamp 2001-01-01', findings: unresolved('timestamp')},
      {value: '!other b', findings: ['Unknown tag <!other>']},
    ];
    want.forEach(({value}, index) => {
      const head = 'openapi: 3.1.0\nx-apigen:\n  service: {name: a}\n';
      project.write(`tags/${index}.yaml`, `${head}  labels:\n    a: ${value}\npaths: {/: {get: {}}}\n`);
    });
    const found: readonly {message: string; source: string}[] = json('tags/*.yaml').findings;
    const findingsOf = (index: number) =>
      found
        .filter(({source}) => path.basename(source) === `${index}.yaml`)
        .map(({message}) => message.split(': expected')[0]);
    expect(want.map(({value}, index) => ({value, findings: findingsOf(index)}))).toEqual(want);
  });

  it('prints values and keys of every kind with its own functions only', () => {
    project.write(
      'kinds.yaml',
      `openapi: 3.1.0
x-apigen:
  service: {name: [1], namespace: true, port: {}, "{{value}}": 1}
  namespace: 5
  labels: {team: 1, "a b": c}
  timeouts: {request_timeout: .inf}
  disabled: 'a {{property}} #{{1+1}}'
  path: {base: "a \\"b\\" //"}
  "#{{1+1}}": 1
paths:
  /a:
    get: {x-apigen: [1]}
    post: {x-apigen: {timeouts: 10, service: 5}}
`,
    );
    const printed = json('kinds.yaml', '-r', 'pure.yaml').findings.map(
      ({code, message, path: place}: {code: string; message: string; path: readonly string[]}) =>
        `${place.join('/')} ${code} ${message}`,
    );
    expect(printed).toEqual([
      'x-apigen/service/name apigen-setting-value invalid `service.name`: expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
      'x-apigen/service/namespace apigen-setting-value invalid `service.namespace`: expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
      'x-apigen/service/port apigen-setting-value invalid `service.port`: expected an integer from 1 to 65535',
      'x-apigen/service/{{value}} apigen-unknown-setting unknown setting "{{value}}"; known here: `name`, `namespace`, `port`',
      'x-apigen/namespace apigen-setting-value invalid `namespace`: expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
      'x-apigen/labels/team apigen-setting-value invalid value in `labels`: expected a label value (at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends; it can be empty)',
      'x-apigen/labels/a b apigen-setting-value invalid key in `labels`: expected a name such as "team" or "example.com/team" (at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends, after an optional DNS subdomain and "/")',
      'x-apigen/timeouts/request_timeout apigen-setting-value invalid `timeouts.request_timeout`: expected an integer from 0 to 4294967295 (seconds)',
      'x-apigen/disabled apigen-setting-value invalid `disabled`: expected true or false',
      'x-apigen/path/base apigen-setting-value invalid `path.base`: expected a path such as "/api/v1", without "//", of at most 1024 characters',
      'x-apigen/#{{1+1}} apigen-unknown-setting unknown setting "#{{1+1}}"; known here: `target`, `mesh`, `gateway_api`, `namespace`, `labels`, `annotations`, `service`, `cluster`, `path`, `timeouts`, `retryable`, `retry_budget`, `response_classes`, `disabled`',
      'paths//a/get/x-apigen apigen-setting-value invalid `x-apigen`: expected a map of settings',
      'paths//a/post/x-apigen/timeouts apigen-setting-value invalid `timeouts`: expected a map of settings',
      'paths//a/post/x-apigen/service apigen-unknown-setting unknown setting "service"; known here: `timeouts`, `retryable`, `disabled`',
    ]);
  });

  it.each([
    {ruleset: '.spectral.yaml', ruleOf: (code: SettingRule): string => `apigen-${code}`},
    {ruleset: 'pure.yaml', ruleOf: (code: SettingRule): string => YAML_RULES[code]},
  ])('refuses every wrong setting and accepts every valid one with $ruleset', ({ruleset, ruleOf}) => {
    CASES.forEach((given, index) => {
      project.write(`cases/${index}.json`, descriptionWith(given));
    });
    const findings: readonly {code: string; source: string}[] = json('cases/*.json', '-r', ruleset).findings;
    const rulesOf = (index: number) => {
      const own = findings.filter(({source}) => path.basename(source) === `${index}.json`);
      const rules = new Set(own.map(({code}) => code));
      return [...rules].filter((rule) => !BY_FLAG.includes(rule));
    };
    expect(CASES.map((given, index) => ({name: nameOf(given), rules: rulesOf(index)}))).toEqual(
      CASES.map((given) => ({
        name: nameOf(given),
        rules: given.want === undefined ? [] : [ruleOf(given.want)],
      })),
    );
  });
});

describe('spectral-cli, newest', () => {
  let project: Project;
  beforeAll(() => {
    project = newProject(`@stoplight/spectral-cli@${VERSIONS[0]}`, '@octokit/openapi@23.0.2');
    project.write('.spectral.yaml', 'extends: ["@apigen/cli/spectral"]\n');
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
        locations: [{physicalLocation: {artifactLocation: expect.anything(), region: region(5, 12, 13)}}],
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
    ).toEqual(LINT_RULES.map(({code}) => [`apigen-${code}`, rulePage(code)]));
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
