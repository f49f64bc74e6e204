import {spawn} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The versions of @redocly/cli under test; `docs/redocly.md` names the oldest. */
export const REDOCLY_VERSIONS = {newest: '2.77.0', oldest: '2.0.6', tooOld: '2.0.5', one: '1.34.14'} as const;
export type RedoclyVersion = (typeof REDOCLY_VERSIONS)[keyof typeof REDOCLY_VERSIONS];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'apigen', 'redocly');

/** The result of a run. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, without colours. */
export function run(program: string, args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      // Under jest's `test`, Redocly prints what it would write.
      NODE_ENV: 'production',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      NODE_OPTIONS: '',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const child = spawn(program, [...args], {cwd, env, stdio: ['ignore', 'pipe', 'pipe']});
    const texts = {stdout: '', stderr: ''};
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      texts.stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({status: status ?? -1, ...texts}));
  });
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const {status, stderr} = await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], cwd);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stderr}`);
}

/** Installs a version of @redocly/cli once, outside of the repository, and gives its starter. */
async function installRedocly(version: RedoclyVersion): Promise<string> {
  const folder = path.join(CACHE, version);
  const starter = path.join(folder, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  if (existsSync(starter)) return starter;
  mkdirSync(CACHE, {recursive: true});
  // An interrupted run does not leave a half-installed version.
  const fresh = mkdtempSync(path.join(CACHE, '.new-'));
  writeFileSync(path.join(fresh, 'package.json'), '{"private": true}');
  await npm(['install', '--ignore-scripts', `@redocly/cli@${version}`], fresh);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another test file has installed it meanwhile.
    rmSync(fresh, {recursive: true});
    if (!existsSync(starter)) throw error;
  }
  return starter;
}

/** A folder outside of the repository in which `apigen` is installed from its packed tarball; projects are created in it. */
export class Workshop {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'apigen-workshop-'));

  /** Packs and installs apigen, other packages from npm, and the versions of Redocly that are not there yet. */
  async open(packages: readonly string[], versions: readonly RedoclyVersion[] = []): Promise<void> {
    writeFileSync(path.join(this.folder, 'package.json'), '{"private": true}');
    await npm(['pack', '--ignore-scripts', '--pack-destination', this.folder], ROOT);
    const tarball = readdirSync(this.folder).find((name) => name.endsWith('.tgz')) ?? '';
    await npm(['install', '--ignore-scripts', `./${tarball}`, ...packages], this.folder);
    for (const version of versions) await installRedocly(version);
  }

  close(): void {
    rmSync(this.folder, {recursive: true, force: true});
  }

  /** A new project with these files; a value that is not a string is written as JSON, which is YAML too. */
  project(files: Readonly<Record<string, unknown>>): Project {
    const project = new Project(mkdtempSync(path.join(this.folder, 'project-')), this.folder);
    for (const [name, content] of Object.entries(files)) project.write(name, content);
    return project;
  }
}

/** A project that uses apigen. */
export class Project {
  readonly folder: string;
  readonly #installed: string;

  constructor(folder: string, installed: string) {
    this.folder = folder;
    this.#installed = installed;
  }

  write(name: string, content: unknown): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), {recursive: true});
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }

  copy(from: string, to: string): void {
    cpSync(from, path.join(this.folder, to), {recursive: true});
  }

  /** The text of a file; `undefined` when there is none. */
  read(name: string): string | undefined {
    const file = path.join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** Every file, by path, in the order of the alphabet. */
  files(): string[] {
    return readdirSync(this.folder, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
      .sort();
  }

  redocly(args: readonly string[], version: RedoclyVersion = REDOCLY_VERSIONS.newest): Promise<Run> {
    const starter = path.join(CACHE, version, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
    return run(process.execPath, [starter, ...args], this.folder);
  }

  apigen(args: readonly string[]): Promise<Run> {
    return this.run('apigen', args);
  }

  /** Runs a program of a package that is installed. */
  run(program: string, args: readonly string[]): Promise<Run> {
    return run(path.join(this.#installed, 'node_modules', '.bin', program), args, this.folder);
  }
}
