import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';

const root = path.join(import.meta.dirname, '..', '..', '..');
const MARKERS = '<!-- values:start -->\n<!-- values:end -->\n';
const VALUES = `# About the file, not about the key

# Name of the thing
name: ""
parts:
  # A | B
  choice: a
  # CPU and memory
  resources:
    limits: {memory: 1Gi}
# What is nested
outer:
  inner:
    # How deep
    depth: 2
`;
const WRITTEN = `<!-- values:start -->

| key | what it is | default |
| --- | --- | --- |
| \`name\` | Name of the thing | \`""\` |

### \`parts\`

| key | what it is | default |
| --- | --- | --- |
| \`parts.choice\` | A \\| B | \`"a"\` |
| \`parts.resources\` | CPU and memory | \`{"limits":{"memory":"1Gi"}}\` |

### \`outer\`

What is nested.

| key | what it is | default |
| --- | --- | --- |
| \`outer.inner.depth\` | How deep | \`2\` |

<!-- values:end -->
`;

describe('scripts/chart-readme.mjs', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'chart-readme-'));
  });
  afterEach(() => rmSync(folder, {recursive: true}));

  const given = (values: string, readme: string) => {
    writeFileSync(path.join(folder, 'values.yaml'), values);
    writeFileSync(path.join(folder, 'README.md'), readme);
  };
  const script = (...args: string[]) => {
    const file = path.join(root, 'scripts', 'chart-readme.mjs');
    const {status, stderr} = spawnSync(process.execPath, [file, ...args], {encoding: 'utf8'});
    return {status, stderr};
  };
  const written = () => readFileSync(path.join(folder, 'README.md'), 'utf8');

  it('writes a table for the single keys and one for each block, and leaves the rest', () => {
    given(VALUES, `# Chart\n\n${MARKERS}The end.\n`);
    expect(script(folder)).toEqual({status: 0, stderr: ''});
    expect(written()).toBe(`# Chart\n\n${WRITTEN}The end.\n`);
    expect(script('--check', folder)).toEqual({status: 0, stderr: ''});
  });

  it('tells a stale README, and leaves it', () => {
    given(VALUES, MARKERS);
    const file = path.relative(root, path.join(folder, 'README.md'));
    expect(script('--check', folder)).toEqual({
      status: 1,
      stderr: `stale: ${file}; run \`npm run generate\`\n`,
    });
    expect(written()).toBe(MARKERS);
  });

  it.each([
    {
      name: 'a key without a comment',
      values: 'a:\n  # B\n  b: 1\n  c: 2\n',
      readme: MARKERS,
      want: 'a.c has no comment',
    },
    {
      name: 'a README without its markers',
      values: VALUES,
      readme: '# Chart\n',
      want: 'README.md lacks the markers',
    },
  ])('stops at $name', ({values, readme, want}) => {
    given(values, readme);
    const {status, stderr} = script(folder);
    expect(status).toBe(1);
    expect(stderr).toContain(want);
    expect(written()).toBe(readme);
  });

  it('has written the README of the chart', () => {
    expect(script('--check')).toEqual({status: 0, stderr: ''});
  });
});
