import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..');

interface Packed {
  readonly filename: string;
  readonly files: readonly {readonly path: string}[];
}

let project = '';
let packed: Packed;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'apigen-package-'));
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
  // The build is there already, and must not be taken away under the other tests.
  [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], root),
  );
  writeFileSync(path.join(project, 'package.json'), '{"name": "empty", "private": true, "type": "module"}');
  run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', path.join(project, packed.filename)],
    project,
  );
}, 240_000);

afterAll(() => rmSync(project, {recursive: true, force: true}));

describe('the packed package', () => {
  it('holds what runs and nothing else', () => {
    const kinds = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|oclif\.manifest\.json|schema(-openapi)?\.json)$/,
      /^CONTRIBUTING\.md$/,
      /^docs\/([^/]+\/)?[^/]+\.md$/,
      /^examples\/.+\.(yaml|json|md)$/,
      /^bin\/(run|lint)\.js$/,
      /^dist\/(chunks|src|plugins|rulesets)\/.+\.(js|d\.ts)$/,
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

  it('has pages whose links lead to what it holds', () => {
    const files = packed.files.map((file) => file.path);
    const isThere = (target: string) =>
      files.some((file) => file === target || file.startsWith(`${target}/`));
    const pages = files.filter((file) => file.endsWith('.md'));
    const dead = pages.flatMap((page) =>
      [
        ...readFileSync(path.join(project, 'node_modules', 'apigen', page), 'utf8').matchAll(
          /\]\((?!https?:|#)([^)#]+)/g,
        ),
      ]
        .map(([, link = '']) => path.posix.join(path.posix.dirname(page), link).replace(/\/$/, ''))
        .filter((target) => !isThere(target))
        .map((target) => `${page}: ${target}`),
    );
    expect(pages.length).toBeGreaterThan(20);
    expect(dead).toEqual([]);
  });

  it('runs when it is installed globally', () => {
    const prefix = path.join(project, 'global');
    const options = ['--global', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', ...options, path.join(project, packed.filename)], {stdio: 'ignore'});
    // npm puts programs beside the packages on Windows, and into a folder of their own elsewhere.
    const places = process.platform === 'win32' ? [prefix] : [prefix, 'bin'];
    const run = (...args: string[]) =>
      spawnSync(path.join(...places, 'apigen'), args, {
        encoding: 'utf8',
        shell: process.platform === 'win32',
      });
    expect(run('--version')).toMatchObject({status: 0, stderr: ''});
    expect(run('tracer', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('tracer install'),
      stderr: '',
    });
  }, 240_000);

  it('runs as a command in an empty project', () => {
    writeFileSync(path.join(project, 'openapi.yaml'), 'openapi: 3.1.0\npaths:\n  /pets:\n    get:\n');
    const run = (...args: string[]) =>
      spawnSync(path.join('node_modules', '.bin', 'apigen'), args, {cwd: project, encoding: 'utf8'});
    const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(run('--version').stdout).toContain(`apigen/${version} `);
    expect(run('mesh', '-i', 'openapi.yaml', '--service.name', 'petstore')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: `---
apiVersion: mesh.io/v1alpha2
kind: ServiceProfile
metadata:
  creationTimestamp: null
  name: petstore.default.svc.cluster.local
  namespace: default
spec:
  routes:
    - condition:
        method: GET
        pathRegex: /pets
      name: GET /pets
`,
    });
    expect(run('mesh', '--help').stdout).toContain('EXAMPLES');
  });

  it('works as a library in an empty project', () => {
    const code = `
      import {generateServiceProfile, settingsSchema} from 'apigen';
      import {readDescription} from 'apigen/io';
      import schema from 'apigen/schema.json' with {type: 'json'};
      const description = await readDescription('openapi.yaml');
      const {problems} = generateServiceProfile(description.document, {...description, settings: {'service.name': 'a'}});
      console.log(JSON.stringify({problems, same: JSON.stringify(schema) === JSON.stringify(settingsSchema())}));`;
    writeFileSync(path.join(project, 'library.js'), code);
    const {stdout} = spawnSync(process.execPath, ['--no-warnings', 'library.js'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toBe('{"problems":[],"same":true}\n');
  });

  it('has exports that publint and attw accept', () => {
    const archive = path.join(project, packed.filename);
    const tool = (...args: string[]) =>
      spawnSync('npx', ['--no-install', ...args], {cwd: root, encoding: 'utf8'});
    expect(tool('publint', '--strict', archive)).toMatchObject({status: 0});
    expect(
      tool('attw', archive, '--profile', 'esm-only', '--exclude-entrypoints', 'apigen/schema.json'),
    ).toMatchObject({status: 0});
  });
});
