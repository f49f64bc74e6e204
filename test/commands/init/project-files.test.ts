import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, expect, it} from '@jest/globals';
import {changeProjectFile, type ProjectFileKey} from '../../../src/commands/init/project-files.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';

const HOOK = `repos:
  - repo: local
    hooks:
      - id: apigen-lint
        name: lint x-apigen
        entry: apigen lint
        language: node
        additional_dependencies:
          - "@apigen/cli@1.2.3"
        types_or:
          - yaml
          - json
        pass_filenames: false
        args:
          - api/pets.yaml
`;

const JOB = `jobs:
  apigen:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - run: npx --yes @apigen/cli@1.2.3 mesh -i api/pets.yaml --strict --check mesh/pets.yaml
`;

const REDOCLY_PLUGIN = 'plugins:\n  - "@apigen/cli/redocly"\n';
const REDOCLY_API = 'apis:\n  pets:\n    root: api/pets.yaml\n';

interface Case {
  readonly name: string;
  readonly key: ProjectFileKey;
  readonly file: string;
  readonly text: string;
}

const NEW: readonly Case[] = [
  {
    name: 'Redocly',
    key: 'redocly',
    file: 'redocly.yaml',
    text: `${REDOCLY_PLUGIN}extends:\n  - recommended\n  - apigen/recommended\n${REDOCLY_API}`,
  },
  {
    name: 'Spectral',
    key: 'spectral',
    file: '.spectral.yaml',
    text: 'extends:\n  - "@apigen/cli/spectral"\n',
  },
  {
    name: 'pre-commit',
    key: 'pre-commit',
    file: '.pre-commit-config.yaml',
    text: HOOK,
  },
  {
    name: 'GitHub',
    key: 'github-actions',
    file: '.github/workflows/apigen.yml',
    text: `name: apigen\non: [push, pull_request]\npermissions:\n  contents: read\n${JOB}`,
  },
];

const EXISTING: readonly (Case & {readonly add: string})[] = [
  {
    name: 'redocly.yml with rules of its own',
    key: 'redocly',
    file: 'redocly.yml',
    text: '# Ours\nextends: [minimal]\n',
    add: `${REDOCLY_PLUGIN}extends:\n  - apigen/recommended\n${REDOCLY_API}`,
  },
  {
    name: 'a workflow for another description',
    key: 'github-actions',
    file: '.github/workflows/apigen.yaml',
    text: 'on: push\njobs: {}\n',
    add: JOB,
  },
];

const SET_UP: readonly Case[] = [
  {
    name: 'an imported ruleset',
    key: 'spectral',
    file: '.spectral.mjs',
    text: "import apigen from '@apigen/cli/spectral';\nexport default {extends: [apigen]};\n",
  },
  {
    name: 'the action',
    key: 'github-actions',
    file: '.github/workflows/apigen.yml',
    text: 'jobs: {a: {steps: [{uses: owner/apigen@v1.0.0, with: {in: ./api/pets.yaml}}]}}\n',
  },
];

let folder = '';
beforeEach(() => {
  folder = folderWith();
  mkdirSync(path.join(folder, '.git'));
});

function changeOf(key: ProjectFileKey, file = 'api/pets.yaml') {
  return changeProjectFile(key, {apis: [{name: 'pets', file}], inputs: [file], version: '1.2.3'}, folder);
}

const write = (file: string, text: string) => writeIn(folder, file, text);

it.each(NEW)('creates the file of $name, once', ({key, file, text}) => {
  expect(changeOf(key)).toEqual({file, before: undefined, text});
  write(file, text);
  expect(changeOf(key)).toEqual({file, before: text, text});
});

it.each(EXISTING)('says what to add to $name', ({key, file, text, add}) => {
  write(file, text);
  const toAdd = add.trimEnd().replace(/^/gm, '    ');
  expect(changeOf(key)).toEqual({file, before: text, text, toAdd});
});

it.each(SET_UP)('has nothing to add to $name', ({key, file, text}) => {
  write(file, text);
  expect(changeOf(key)).toEqual({file, before: text, text});
});

it('quotes a path for the shell', () => {
  expect(changeOf('github-actions', "it's/a b.yaml").text).toContain(`mesh -i 'it'\\''s/a b.yaml' --strict`);
});
