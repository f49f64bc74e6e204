import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, expect, it} from '@jest/globals';
import {changeProjectFile, type ProjectFileKey} from '../../../src/commands/init/project-files.ts';
import {casesIn} from '../../cases-in.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';

interface Case {
  readonly name: string;
  readonly key: ProjectFileKey;
  readonly file: string;
  readonly text: string;
  readonly add?: string;
}

const NEW = casesIn<Case>(import.meta.dirname, 'new-project-files.yaml');
const EXISTING = casesIn<Case>(import.meta.dirname, 'existing-project-files.yaml');

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

it.each(EXISTING)('leaves the file with $name to the user', ({key, file, text, add}) => {
  write(file, text);
  const toAdd = add && {toAdd: add.trimEnd().replace(/^/gm, '    ')};
  expect(changeOf(key)).toEqual({file, before: text, text, ...toAdd});
});

it('quotes a path for the shell', () => {
  expect(changeOf('github-actions', "it's/a b.yaml").text).toContain(`mesh -i 'it'\\''s/a b.yaml' --strict`);
});
