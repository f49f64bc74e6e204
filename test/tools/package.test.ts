import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');

let files: readonly string[] = [];

beforeAll(() => {
  // Without scripts: the build is done, and must not be removed while other tests use it.
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', args, {cwd: root, encoding: 'utf8'}));
  files = packed.files.map((file: {readonly path: string}) => file.path);
});

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

it('holds what runs and nothing else', () => {
  const kinds = [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|oclif\.manifest\.json|schema(-openapi|-mesh-routes|-report)?\.json)$/,
    /^(CONTRIBUTING|SECURITY)\.md$/,
    /^docs\/([^/]+\/)?[^/]+\.(md|svg)$/,
    /^examples\/.+\.(yaml|json|md|sh)$/,
    /^charts\/apigen-routes\/.+\.(yaml|json|md|tpl)$/,
    /^bin\/((run|oclif-config|command-table)\.cjs|spectral\.js)$/,
    /^dist\/report\.html$/,
    /^dist\/(chunks|src|plugins|rulesets)\/.+\.(c?js|d\.ts)$/,
    /^(plugins\/tracer\/)?dist\/third-party-notices\.txt$/,
    /^rulesets\/[^/]+\.yaml$/,
    /^plugins\/tracer\/(package\.json|LICENSE|CHANGELOG\.md|oclif\.manifest\.json)$/,
    /^plugins\/tracer\/dist\/.+\.(js|d\.ts)$/,
    /^plugins\/tracer\/(chart|docs|scripts)\/.+$/,
  ];
  const others = files.filter((file) => !kinds.some((kind) => kind.test(file)));
  expect(others).toEqual([]);
});

it('has a page with every dependency', () => {
  const {dependencies} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const page = readFileSync(path.join(root, 'docs', 'maintainers', 'dependencies.md'), 'utf8');
  expect([...page.matchAll(/^\| `(.+?)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(dependencies));
});

it('has pages whose links resolve to files in it', () => {
  const isThere = (target: string) => files.some((file) => file === target || file.startsWith(`${target}/`));
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
