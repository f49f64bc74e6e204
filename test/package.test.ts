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

/** The packages that declaration files import, directly or by other declaration files. */
function packagesInTypes(files: readonly string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  for (const file of files.filter((one) => !seen.has(one))) {
    seen.add(file);
    const imported = [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()["']([^"']+)["']/g)].map(
      ([, name = '']) => name,
    );
    const relative = imported.filter((name) => name.startsWith('.'));
    for (const name of imported.filter((one) => !one.startsWith('.') && !one.startsWith('node:')))
      found.add(name);
    const next = relative.map((name) =>
      path.join(path.dirname(file), name.replace(/(\.d)?\.(ts|js)$/, '.d.ts')),
    );
    for (const name of packagesInTypes(next, seen)) found.add(name);
  }
  return found;
}

describe('the package that is published', () => {
  it('holds what runs and nothing else', () => {
    const kinds = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|oclif\.manifest\.json|schema(-openapi|-mesh-routes)?\.json)$/,
      /^(CONTRIBUTING|SECURITY)\.md$/,
      /^docs\/([^/]+\/)?[^/]+\.md$/,
      /^examples\/.+\.(yaml|json|md|sh)$/,
      /^bin\/(run\.cjs|lint\.js)$/,
      /^dist\/report\.html$/,
      /^dist\/(chunks|src|plugins|rulesets)\/.+\.(c?js|d\.ts)$/,
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

  it('has its licence, and that of the package in it', () => {
    const files = packed.files.map((file) => file.path);
    expect(files.filter((file) => /(^|\/)LICENSE$/.test(file))).toEqual([
      'LICENSE',
      'node_modules/@apigen/plugin-tracer/LICENSE',
    ]);
  });

  it('can be built from a clone with the packages that `npm install git+…` installs', () => {
    const {devDependencies} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const notices = ['.', 'plugins/tracer'].map((name) =>
      readFileSync(path.join(root, name, 'dist', 'third-party-notices.txt'), 'utf8'),
    );
    const bundled = [...notices.join('').matchAll(/^-{80}\n\n(\S+) \S+ \(/gm)].map(([, name]) => name);
    const [, listed = ''] =
      /FOR_BUILD = \[(.*?)\]/s.exec(readFileSync(path.join(root, 'scripts', 'prepare.mjs'), 'utf8')) ?? [];
    const installed = [...listed.matchAll(/'(.+)'/g)].map(([, name]) => name);
    expect(new Set(installed)).toEqual(
      new Set([
        'esbuild',
        'rolldown',
        ...Object.keys(devDependencies).filter((name) => bundled.includes(name)),
      ]),
    );
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

  it('has types that need no package which npm does not install', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const entries: string[] = Object.values<{types?: string}>(manifest.exports).flatMap(
      ({types}) => types ?? [],
    );
    expect(entries.length).toBeGreaterThan(5);
    expect([...packagesInTypes(entries.map((file) => path.join(root, file)))].sort()).toEqual([
      '@redocly/openapi-core',
    ]);
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
