import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';
import {planProjectFile} from '../../../src/io/init/plan-project-file.ts';
import {ACTION, type ProjectFileKey, REPOSITORY} from '../../../src/io/init/project-files.ts';

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
    name: 'a ruleset after others',
    key: 'spectral',
    file: '.spectral.yml',
    given: 'extends: ["spectral:oas"]\nrules:\n  a: off # for now\n',
    want: 'extends: ["spectral:oas", "@apigen/cli/spectral"]\nrules:\n  a: off # for now\n',
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
    want: `repos:\n-   repo: https://example.com/a\n    rev: 'v1'\n    hooks:\n    -   id: a # one\n- repo: ${REPOSITORY}\n  rev: v1.2.3\n  hooks:\n    - id: apigen-lint\n      args:\n        - api/pets.yaml\n\n# end\n`,
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
    name: 'a hook in the repository of another one',
    key: 'pre-commit',
    file: '.pre-commit-config.yaml',
    given: `repos:\n  - repo: ${REPOSITORY}\n    rev: v1\n    hooks:\n      - id: apigen-mesh\n        args: [-i, a.yaml]\n`,
    want: `repos:\n  - repo: ${REPOSITORY}\n    rev: v1\n    hooks:\n      - id: apigen-mesh\n        args: [-i, a.yaml]\n      - id: apigen-lint\n        args:\n          - api/pets.yaml\n`,
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
    want: `name: apigen\non: [push, pull_request]\npermissions:\n  contents: read\njobs:\n  apigen:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v6\n      - uses: ${ACTION}@v1.2.3\n        with:\n          in: api/pets.yaml\n`,
  },
  {
    name: 'a step for another description',
    key: 'github-actions',
    file: '.github/workflows/apigen.yaml',
    given: `on: push\njobs:\n  apigen:\n    steps:\n      - uses: ${ACTION}@v1.0.0\n        with: {in: a.yaml}\n    # end\n`,
    want: `on: push\njobs:\n  apigen:\n    steps:\n      - uses: ${ACTION}@v1.0.0\n        with: {in: a.yaml}\n      - uses: ${ACTION}@v1.2.3\n        with:\n          in: api/pets.yaml\n    # end\n`,
  },
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
    {file: '.spectral.yaml', given: 'extends: spectral:oas\n'},
    {file: '.spectral.yaml', given: '- a\n'},
    {file: '.spectral.yaml', given: 'extends: [\n'},
  ])('refuses $file with $given', ({file, given}) => {
    write(file, given);
    expect(() => planOf('spectral')).toThrow(`"${file}" cannot be edited safely`);
  });
});
