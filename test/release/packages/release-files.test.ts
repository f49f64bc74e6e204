import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {output} from '../../../release/tools.ts';
import {NAMES, RELEASED, releasedFiles, SIGNED, VERSION} from '../released.ts';

const PACKAGED = {
  'linux_amd64 linux_arm64': ['deb', 'rpm', 'tar.gz'],
  'linux_amd64_musl linux_arm64_musl darwin_amd64 darwin_arm64': ['tar.gz'],
  'windows_amd64 windows_arm64': ['exe', 'tar.gz', 'zip'],
};

/** The bills of materials by artifact: some packages that are in it, and some that are not. */
const BILLS = [
  {
    of: 'apigen',
    has: ['@oclif/core', 'bun', 'JavaScriptCore', 'js-yaml'],
    lacks: ['jest', '@oclif/plugin-plugins'],
  },
  {of: 'tracer', has: ['@oclif/core', 'bun', 'JavaScriptCore', 'execa'], lacks: ['jest']},
  {
    of: '@apigen/cli',
    has: ['@apigen/plugin-tracer', '@oclif/plugin-plugins', 'js-yaml', 'preact', 'execa', 'ejs'],
    lacks: ['bun', 'jest', 'typescript'],
  },
  {of: '@apigen/plugin-tracer', has: ['execa', 'semver'], lacks: ['bun', 'js-yaml', '@oclif/core']},
];
const billOf = (artifact: string) => `${artifact.replace('@apigen/', 'apigen-')}_${VERSION}_sbom.cdx.json`;

interface Bom {
  readonly metadata: {readonly component: Component};
  readonly components: readonly Component[];
  readonly dependencies: readonly {readonly ref: string; readonly dependsOn: readonly string[]}[];
}

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly 'bom-ref': string;
}

const bomOf = async (artifact: string): Promise<Bom> =>
  JSON.parse(await readFile(path.join(RELEASED, billOf(artifact)), 'utf8'));

const OTHERS = [
  `apigen-cli-${VERSION}.tgz`,
  `apigen-plugin-tracer-${VERSION}.tgz`,
  ...BILLS.map(({of}) => billOf(of)),
  'checksums.txt',
  ...(SIGNED ? ['checksums.txt.asc'] : []),
  'install-cli.ps1',
  'install-cli.sh',
  'install.sh',
];

const packages = NAMES.flatMap((name) =>
  Object.entries(PACKAGED).flatMap(([platforms, endings]) =>
    platforms.split(' ').flatMap((on) => endings.map((ending) => `${name}_${VERSION}_${on}.${ending}`)),
  ),
);

/** The contents of an archive, sorted, without folders. */
async function contents(file: string): Promise<string[]> {
  const listing = file.endsWith('.zip')
    ? await output('unzip', ['-Z1', file])
    : await output('tar', ['-tzf', file]);
  return listing
    .split('\n')
    .filter((line) => !line.endsWith('/'))
    .sort();
}

it('has every file of every platform, and no other', () => {
  expect(releasedFiles()).toEqual([...packages, ...OTHERS].sort());
});

it('has the checksums of its files', async () => {
  const lines = (await readFile(path.join(RELEASED, 'checksums.txt'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => line.slice(66))).toEqual(
    releasedFiles().filter((name) => !name.startsWith('checksums.txt')),
  );
  await output('sha256sum', ['--check', '--strict', '--quiet', 'checksums.txt'], {cwd: RELEASED});
});

it.each(packages.filter((name) => /\.(tar\.gz|zip)$/.test(name)))(
  '%s has program, licences, manual page and completions in one folder',
  async (file) => {
    const [name = ''] = file.split('_');
    const completions = [`_${name}`, ...['bash', 'fish', 'ps1'].map((shell) => `${name}.${shell}`)];
    const files = [
      ...['LICENSE', 'third-party-notices.txt', `man/${name}.1.gz`],
      file.includes('_windows_') ? `${name}.exe` : name,
      ...completions.map((script) => `completions/${script}`),
    ];
    const folder = file.replace(/\.(tar\.gz|zip)$/, '');
    expect(await contents(path.join(RELEASED, file))).toEqual(
      files.map((inside) => `${folder}/${inside}`).sort(),
    );
  },
);

it.each(BILLS)('has a complete bill of materials of $of', async ({of, has, lacks}) => {
  const {metadata, components, dependencies} = await bomOf(of);
  expect(metadata.component).toMatchObject({name: of, version: VERSION});
  const names = components.map(({name}) => name);
  expect(names).toEqual(expect.arrayContaining(has));
  expect(names.filter((name) => [of, ...lacks].includes(name))).toEqual([]);
  const known = [metadata.component, ...components].map((component) => component['bom-ref']);
  const referred = dependencies.flatMap(({ref, dependsOn}) => [ref, ...dependsOn]);
  expect(referred.filter((ref) => !known.includes(ref))).toEqual([]);
});

it.each(NAMES)('has the licence of every package of the bill in the notices of %s', async (name) => {
  const notices = await output(path.join(RELEASED, 'executables', `${name}_linux_amd64`, name), ['licenses']);
  const {components} = await bomOf(name);
  const missing = components.filter(
    ({name: component, version}) => !notices.includes(version ? `\n${component} ${version} (` : component),
  );
  expect(missing).toEqual([]);
  // Bun's page has a table of its libraries without their versions, and a section about JavaScriptCore.
  const libraries = components.filter(({version}) => version === undefined);
  expect(libraries).toHaveLength((notices.match(/^\|.*\]\(/gm)?.length ?? 0) + 1);
  expect(notices).toMatch(/\nText of LGPL-2\.1-only\n\s+GNU LESSER[\s\S]*\nEND OF TERMS AND CONDITIONS/);
});

it.each(NAMES)('has a manual page of %s that man reads without a warning', async (name) => {
  const extras = path.join(RELEASED, 'executables', `${name}_extras`);
  const file = path.join(extras, 'man', `${name}.1.gz`);
  const env = {MANWIDTH: '100', LC_ALL: 'C.UTF-8'};
  const page = await output('man', ['--warnings', '--local-file', file], {env});
  expect(page).toMatch(new RegExp(`${name} - .*SYNOPSIS.*COMMANDS.*EXIT STATUS`, 's'));
});

it('has formulas with the checksums of the archives', async () => {
  const sums = await readFile(path.join(RELEASED, 'checksums.txt'), 'utf8');
  for (const name of NAMES) {
    const formula = await readFile(path.join(RELEASED, 'homebrew', 'Formula', `${name}.rb`), 'utf8');
    const pairs = [...formula.matchAll(/url ".*\/(.+?)"\n\s+sha256 "([0-9a-f]{64})"/g)].map(
      ([, file, sum]) => `${sum}  ${file}`,
    );
    expect(pairs).toHaveLength(4);
    expect(formula).toContain('\n    doc.install "third-party-notices.txt"\n');
    for (const pair of pairs) expect(sums).toContain(`${pair}\n`);
  }
});

it('has a chart repository whose index names the packed chart', async () => {
  const charts = path.join(RELEASED, 'charts');
  expect((await readdir(charts)).sort()).toEqual([
    `apigen-routes-${VERSION}.tgz`,
    'index.yaml',
    `tracer-${VERSION}.tgz`,
  ]);
  const packed = path.join(charts, `tracer-${VERSION}.tgz`);
  expect(await contents(packed)).toContain('tracer/LICENSE');
  const digest = (await output('sha256sum', [packed])).slice(0, 64);
  expect(await readFile(path.join(charts, 'index.yaml'), 'utf8')).toContain(`digest: ${digest}`);
});

it('has an npm package without scripts that npm would run or warn of', async () => {
  const file = path.join(RELEASED, `apigen-cli-${VERSION}.tgz`);
  const {scripts} = JSON.parse(await output('tar', ['-xzOf', file, 'package/package.json']));
  const names = Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name));
  expect(names).toEqual([]);
});
