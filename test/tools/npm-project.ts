import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {CACHE, cachedFolder} from '../../release/tools.ts';
import {type Finished, run as runProgram} from '../run.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';

/** The versions of @redocly/cli under test; `docs/redocly.md` names the oldest. */
export const REDOCLY_VERSIONS = {newest: '2.77.0', oldest: '2.0.6', tooOld: '2.0.5', one: '1.34.14'} as const;
export type RedoclyVersion = (typeof REDOCLY_VERSIONS)[keyof typeof REDOCLY_VERSIONS];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MANIFEST = '{"private": true}';

/** Runs a program to its end, without colours. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const common = {
    // Under jest's `test`, Redocly prints what it would write.
    NODE_ENV: 'production',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return runProgram(program, args, {cwd, env: {...process.env, ...common, ...env}});
}

/** Runs npm to its end. */
export async function npm(args: readonly string[], cwd: string): Promise<void> {
  const {status, stderr} = await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], cwd);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stderr}`);
}

/** A folder outside of the repository in which `apigen` is installed from its packed tarball; projects are created in it. */
export class Workshop {
  readonly folder = folderWith({'package.json': MANIFEST});

  /** Packs and installs apigen, other packages from npm, and the versions of Redocly that are not there yet. */
  async open(packages: readonly string[], versions: readonly RedoclyVersion[] = []): Promise<void> {
    await npm(['pack', '--ignore-scripts', '--pack-destination', this.folder], ROOT);
    const tarball = readdirSync(this.folder).find((name) => name.endsWith('.tgz')) ?? '';
    await npm(['install', '--ignore-scripts', `./${tarball}`, ...packages], this.folder);
    for (const version of versions)
      await cachedFolder(path.join('redocly', version), (folder) => {
        writeIn(folder, 'package.json', MANIFEST);
        return npm(['install', '--ignore-scripts', `@redocly/cli@${version}`], folder);
      });
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
    writeIn(this.folder, name, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
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

  redocly(args: readonly string[], version: RedoclyVersion = REDOCLY_VERSIONS.newest): Promise<Finished> {
    const starter = path.join(CACHE, 'redocly', version, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
    return run(process.execPath, [starter, ...args], this.folder);
  }

  apigen(args: readonly string[]): Promise<Finished> {
    return this.run('apigen', args);
  }

  /** Runs a program of a package that is installed. */
  run(program: string, args: readonly string[]): Promise<Finished> {
    return run(path.join(this.#installed, 'node_modules', '.bin', program), args, this.folder);
  }
}
