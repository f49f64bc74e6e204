import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..');

interface Packed {
  readonly filename: string;
  readonly files: readonly {readonly path: string}[];
}

let folder = '';
let packed: Packed;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-package-'));
  // Without scripts: the build is done, and must not be removed while other tests use it.
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  [packed] = JSON.parse(execFileSync('npm', ['pack', ...options], {cwd: root, encoding: 'utf8'}));
});

afterAll(() => rmSync(folder, {recursive: true, force: true}));

describe('the package that is published', () => {
  it('holds what runs and nothing else', () => {
    const kinds = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|oclif\.manifest\.json|schema(-openapi)?\.json)$/,
      /^(CONTRIBUTING|SECURITY)\.md$/,
      /^docs\/([^/]+\/)?[^/]+\.md$/,
      /^examples\/.+\.(yaml|json|md)$/,
      /^bin\/(run|lint)\.js$/,
      /^dist\/(chunks|src|plugins|rulesets)\/.+\.(js|d\.ts)$/,
      /^(node_modules\/@apigen\/plugin-tracer\/)?dist\/third-party-notices\.txt$/,
      /^rulesets\/[^/]+\.yaml$/,
      /^node_modules\/@apigen\/plugin-tracer\/(package\.json|README\.md|LICENSE|CHANGELOG\.md|oclif\.manifest\.json)$/,
      /^node_modules\/@apigen\/plugin-tracer\/dist\/.+\.(js|d\.ts)$/,
      /^node_modules\/@apigen\/plugin-tracer\/(chart|scripts)\/.+$/,
    ];
    const others = packed.files
      .map((file) => file.path)
      .filter((file) => !kinds.some((kind) => kind.test(file)));
    expect(others).toEqual([]);
  });

  it('has pages whose links resolve to files in it', () => {
    const files = packed.files.map((file) => file.path);
    const isThere = (target: string) =>
      files.some((file) => file === target || file.startsWith(`${target}/`));
    const pages = files.filter((file) => file.endsWith('.md'));
    const dead = pages.flatMap((page) =>
      [...readFileSync(path.join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, link = '']) => path.posix.join(path.posix.dirname(page), link).replace(/\/$/, ''))
        .filter((target) => !isThere(target))
        .map((target) => `${page}: ${target}`),
    );
    expect(pages.length).toBeGreaterThan(20);
    expect(dead).toEqual([]);
  });

  it('has exports that publint and attw accept', () => {
    const archive = path.join(folder, packed.filename);
    const tool = (...args: string[]) =>
      spawnSync('npx', ['--no-install', ...args], {cwd: root, encoding: 'utf8'});
    expect(tool('publint', '--strict', archive)).toMatchObject({status: 0});
    expect(
      tool('attw', archive, '--profile', 'esm-only', '--exclude-entrypoints', '@apigen/cli/schema.json'),
    ).toMatchObject({status: 0});
  });
});
