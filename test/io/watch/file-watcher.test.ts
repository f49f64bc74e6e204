import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {FileWatcher, snapshotOf} from '../../../src/io/watch/file-watcher.ts';

let root = '';
let folder = '';
let watcher = new FileWatcher();

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-watch-')));
});
afterAll(() => rmSync(root, {recursive: true}));
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'case-'));
  watcher = new FileWatcher();
  mkdirSync(at('apis'));
  mkdirSync(at('v1'));
  mkdirSync(at('v2'));
  writeFileSync(at('apis/a.yaml'), 'a');
  writeFileSync(at('v1/b.yaml'), '1');
  writeFileSync(at('v2/b.yaml'), '2');
  symlinkSync('v1', at('current'));
  symlinkSync('current/b.yaml', at('b.yaml'));
});
afterEach(() => watcher.close());

function at(name: string): string {
  return path.join(folder, name);
}

/** Replaces a file as editors do that save by renaming. */
function replace(name: string, text: string): void {
  writeFileSync(at('new~'), text);
  renameSync(at('new~'), at(name));
}

describe('a change is noticed when a file', () => {
  test.each([
    {name: 'is written', file: 'apis/a.yaml', change: () => writeFileSync(at('apis/a.yaml'), 'b')},
    {name: 'is appended to', file: 'apis/a.yaml', change: () => appendFileSync(at('apis/a.yaml'), 'b')},
    {name: 'is replaced by renaming another', file: 'apis/a.yaml', change: () => replace('apis/a.yaml', 'a')},
    {
      name: 'is renamed and written anew',
      file: 'apis/a.yaml',
      change: () => {
        renameSync(at('apis/a.yaml'), at('apis/a.yaml.bak'));
        writeFileSync(at('apis/a.yaml'), 'a');
      },
    },
    {name: 'is removed', file: 'apis/a.yaml', change: () => unlinkSync(at('apis/a.yaml'))},
    {name: 'is created', file: 'apis/new.yaml', change: () => writeFileSync(at('apis/new.yaml'), '')},
    {
      name: 'is created with its folders',
      file: 'x/y/new.yaml',
      change: () => {
        mkdirSync(at('x/y'), {recursive: true});
        writeFileSync(at('x/y/new.yaml'), '');
      },
    },
    {
      name: 'is in a folder that is replaced',
      file: 'apis/a.yaml',
      change: () => {
        mkdirSync(at('other'));
        writeFileSync(at('other/a.yaml'), 'b');
        renameSync(at('apis'), at('before'));
        renameSync(at('other'), at('apis'));
      },
    },
    {name: 'is the target of a link', file: 'b.yaml', change: () => writeFileSync(at('v1/b.yaml'), '3')},
  ])('$name', async ({file, change}) => {
    const files = [at('v2/b.yaml'), at(file)];
    const before = snapshotOf(files);
    const changed = watcher.changed(files, before);
    change();
    await changed;
    expect(snapshotOf(files).states).not.toEqual(before.states);
    // And once more, after whatever was replaced.
    const again = watcher.changed(files, snapshotOf(files));
    writeFileSync(at('v2/b.yaml'), 'changed');
    await again;
  });
});

test('a change before the watcher starts is noticed', async () => {
  const files = [at('apis/a.yaml')];
  const before = snapshotOf(files);
  replace('apis/a.yaml', 'b');
  await watcher.changed(files, before);
});

test('a change of a file that was not known before is noticed', async () => {
  const before = snapshotOf([]);
  replace('apis/a.yaml', 'b');
  await watcher.changed([at('apis/a.yaml')], before);
});

test('other files in the folder do not count', async () => {
  const files = [at('apis/a.yaml')];
  let isChanged = false;
  const changed = watcher.changed(files, snapshotOf(files)).then(() => {
    isChanged = true;
  });
  writeFileSync(at('apis/other.yaml'), '');
  // Another watcher has seen it, so this one has too.
  const other = new FileWatcher();
  await other.changed([at('apis/other.yaml')], {states: new Map(), time: 0});
  other.close();
  expect(isChanged).toBe(false);
  writeFileSync(at('apis/a.yaml'), 'b');
  await changed;
});
