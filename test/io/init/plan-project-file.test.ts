import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';
import {planProjectFile} from '../../../src/io/init/plan-project-file.ts';
import type {ProjectFileKey} from '../../../src/io/init/project-files.ts';

/** The hook for a description, at the end of a list of repositories. */
const HOOK = `- repo: local
  hooks:
    - id: apigen-lint
      name: lint x-apigen
      entry: apigen-lint
      language: node
      additional_dependencies:
        - "@apigen/cli@1.2.3"
        - "@stoplight/spectral-cli@6.16.3"
      types_or:
        - yaml
        - json
      pass_filenames: false
      args:
        - api/pets.yaml
`;

const PROJECT = {description: 'api/pets.yaml', api: 'pets', version: '1.2.3'};

interface Case {
  readonly name: string;
  readonly key: ProjectFileKey;
  readonly file: string;
  /** Absent when there is no file yet. */
  readonly given?: string;
  readonly want: string;
}

const CASES: readonly Case[] = [
  {
    name: 'a new redocly.yaml',
    key: 'redocly',
    file: 'redocly.yaml',
    want: 'plugins:\n  - "@apigen/cli/redocly"\nextends:\n  - recommended\n  - apigen/recommended\napis:\n  pets:\n    root: api/pets.yaml\n',
  },
  {
    name: 'plugin and API in a redocly.yaml with comments',
    key: 'redocly',
    file: 'redocly.yml',
    given:
      '# Ours\nextends: [recommended-strict] # all rules\n\napis:\n  pets: # the other one\n    root: other.yaml\n\nrules: {}\n',
    want: '# Ours\nextends: [recommended-strict, "apigen/recommended"] # all rules\n\napis:\n  pets: # the other one\n    root: other.yaml\n  pets-2:\n    root: api/pets.yaml\n\nrules: {}\nplugins:\n  - "@apigen/cli/redocly"\n',
  },
  {
    name: 'nothing in a complete redocly.yaml',
    key: 'redocly',
    file: 'redocly.yaml',
    given: 'plugins: ["@apigen/cli/redocly"]\nextends: [apigen/strict]\napis: {a: {root: ./api/pets.yaml}}\n',
    want: 'plugins: ["@apigen/cli/redocly"]\nextends: [apigen/strict]\napis: {a: {root: ./api/pets.yaml}}\n',
  },
  {
    name: 'a plugin in a redocly.yaml with a dot',
    key: 'redocly',
    file: '.redocly.yaml',
    given: 'extends: [apigen/strict]\napis: {a: {root: api/pets.yaml}}\n',
    want: 'extends: [apigen/strict]\napis: {a: {root: api/pets.yaml}}\nplugins:\n  - "@apigen/cli/redocly"\n',
  },
  {
    name: 'a ruleset in a file without a dot',
    key: 'spectral',
    file: 'spectral.yaml',
    given: 'extends: [spectral:oas]\n',
    want: 'extends: [spectral:oas, "@apigen/cli/spectral"]\n',
  },
  {
    name: 'a ruleset after others',
    key: 'spectral',
    file: '.spectral.yml',
    given: 'extends: ["spectral:oas"]\nrules:\n  a: off # for now\n',
    want: 'extends: ["spectral:oas", "@apigen/cli/spectral"]\nrules:\n  a: off # for now\n',
  },
  {
    name: 'a ruleset after the only one',
    key: 'spectral',
    file: '.spectral.yaml',
    given: 'extends: spectral:oas # all\nrules: {}\n',
    want: 'extends: [spectral:oas, "@apigen/cli/spectral"] # all\nrules: {}\n',
  },
  {
    name: 'nothing where a ruleset is extended with an option',
    key: 'spectral',
    file: '.spectral.yaml',
    given: 'extends:\n  - ["@apigen/cli/spectral/strict", all]\n',
    want: 'extends:\n  - ["@apigen/cli/spectral/strict", all]\n',
  },
  {
    name: 'a hook in a new repository',
    key: 'pre-commit',
    file: '.pre-commit-config.yaml',
    given:
      "repos:\n-   repo: https://example.com/a\n    rev: 'v1'\n    hooks:\n    -   id: a # one\n\n# end\n",
    want: `repos:\n-   repo: https://example.com/a\n    rev: 'v1'\n    hooks:\n    -   id: a # one\n${HOOK}\n# end\n`,
  },
  {
    name: 'a description among the arguments of the hook',
    key: 'pre-commit',
    file: '.pre-commit-config.yaml',
    given:
      'repos:\n  - repo: https://example.com/mirror\n    rev: v1\n    hooks:\n      - id: apigen-lint\n        args: [other.yaml]\n',
    want: 'repos:\n  - repo: https://example.com/mirror\n    rev: v1\n    hooks:\n      - id: apigen-lint\n        args: [other.yaml, "api/pets.yaml"]\n',
  },
  {
    name: 'a new .pre-commit-config.yaml',
    key: 'pre-commit',
    file: '.pre-commit-config.yaml',
    want: `repos:\n${HOOK.replace(/^/gm, '  ').trimEnd()}\n`,
  },
  {
    name: 'no hook next to one that checks the profile',
    key: 'pre-commit',
    file: '.pre-commit-config.yaml',
    given:
      'repos:\n  - repo: .\n    hooks:\n      - {id: apigen-mesh, args: [-i, api/pets.yaml, -o, a.yaml]}\n',
    want: 'repos:\n  - repo: .\n    hooks:\n      - {id: apigen-mesh, args: [-i, api/pets.yaml, -o, a.yaml]}\n',
  },
  {
    name: 'a new workflow',
    key: 'github-actions',
    file: '.github/workflows/apigen.yml',
    want: `name: apigen\non: [push, pull_request]\npermissions:\n  contents: read\njobs:\n  apigen:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v6\n      - run: npx --yes @apigen/cli@1.2.3 mesh -i api/pets.yaml\n`,
  },
  {
    name: 'a step for another description',
    key: 'github-actions',
    file: '.github/workflows/apigen.yaml',
    given:
      'on: push\njobs:\n  apigen:\n    steps:\n      - run: npx --yes @apigen/cli@1.0.0 mesh -i a.yaml\n    # end\n',
    want: 'on: push\njobs:\n  apigen:\n    steps:\n      - run: npx --yes @apigen/cli@1.0.0 mesh -i a.yaml\n      - run: npx --yes @apigen/cli@1.2.3 mesh -i api/pets.yaml\n    # end\n',
  },
  {
    name: 'a job next to one that uses a workflow',
    key: 'github-actions',
    file: '.github/workflows/apigen.yml',
    given: 'on: push\njobs:\n  apigen:\n    uses: ./.github/workflows/mesh.yml\n',
    want: 'on: push\njobs:\n  apigen:\n    uses: ./.github/workflows/mesh.yml\n  apigen-2:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v6\n      - run: npx --yes @apigen/cli@1.2.3 mesh -i api/pets.yaml\n',
  },
  ...[
    {name: 'the action', step: 'uses: owner/apigen@v1.0.0\n        with: {in: ./api/pets.yaml}'},
    {name: 'a command', step: 'run: |\n          npx apigen mesh -i api/pets.yaml\n          date'},
  ].map(({name, step}): Case => {
    const given = `on: push\njobs:\n  mesh:\n    steps:\n      - ${step}\n`;
    return {
      name: `no step next to ${name}`,
      key: 'github-actions',
      file: '.github/workflows/apigen.yml',
      given,
      want: given,
    };
  }),
];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-init-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

function planOf(key: ProjectFileKey) {
  return planProjectFile(key, folder, PROJECT);
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), {recursive: true});
  writeFileSync(path.join(folder, file), text);
}

describe('planProjectFile', () => {
  it.each(CASES)('adds $name', ({key, file, given, want}) => {
    if (given !== undefined) write(file, given);
    expect(planOf(key)).toMatchObject({file, before: given, text: want});
    write(file, want);
    expect(planOf(key)).toMatchObject({file, before: want, text: want});
  });

  it.each([
    {file: '.spectral.json', given: '{"extends": []}'},
    {file: '.spectral.mjs', given: 'export default {};\n'},
    {file: 'spectral.js', given: 'module.exports = {};\n'},
    {file: '.spectral.yaml', given: 'extends: >-\n  spectral:oas\n'},
    {file: '.spectral.yaml', given: '- a\n'},
    {
      file: '.spectral.yaml',
      given: 'extends: [\n',
      message: 'invalid YAML: missing closing ]',
    },
    {
      file: '.spectral.yaml',
      given: 'extends: []\n---\na: 1\n',
      message: 'invalid YAML: expected a single document, found more',
    },
    {file: '.spectral.yaml/a', given: '', message: '.spectral.yaml: is a directory'},
  ])('refuses $file with $given', ({file, given, message = `"${file}" cannot be edited safely`}) => {
    write(file, given);
    expect(() => planOf('spectral')).toThrow(message);
  });

  it('quotes a path for the shell', () => {
    const {text} = planProjectFile('github-actions', folder, {...PROJECT, description: "it's/a b.yaml"});
    expect(text).toContain(`npx --yes @apigen/cli@1.2.3 mesh -i 'it'\\''s/a b.yaml'`);
  });

  it('names the file from the working directory', () => {
    write('.spectral.json', '{}');
    expect(planProjectFile('redocly', folder, PROJECT, '../').file).toBe('../redocly.yaml');
    expect(() => planProjectFile('spectral', folder, PROJECT, '../')).toThrow(
      '"../.spectral.json" cannot be edited safely',
    );
  });

  it.each<{key: ProjectFileKey; done: string; command: string}>([
    {key: 'redocly', done: 'node_modules/@apigen/cli', command: 'npm install --save-dev @apigen/cli'},
    {key: 'pre-commit', done: '.git/hooks/pre-commit', command: 'pre-commit install'},
  ])('leaves `$command` unless $done exists', ({key, done, command}) => {
    expect(planOf(key).next).toBe(command);
    write(`${done}/a`, '');
    expect(planOf(key).next).toBe(undefined);
    expect(planProjectFile(key, path.join(folder, 'b'), PROJECT).next).toBe(undefined);
  });
});
