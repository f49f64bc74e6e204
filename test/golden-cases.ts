import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The folder whose folders are the cases; `test/cases/README.md` describes their files. */
export const CASES_FOLDER = fileURLToPath(new URL('./cases', import.meta.url));

/** The result of a run, byte for byte. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One golden folder. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  /** The arguments of `apigen mesh`. */
  readonly args: readonly string[];
  /** Standard input, when the case has one. */
  readonly input: Buffer | undefined;
  /** The overlays that a `redocly.yaml` names for the description. */
  readonly redoclyOverlays: readonly string[];
  /** `undefined` for a new case. */
  readonly want: Outcome | undefined;
  /** Why the case does not apply to the Redocly plugin; absent when it does. */
  readonly notForRedocly: string | undefined;
}

const WANTED = ['want.yaml', 'want.json', 'want-warnings.txt', 'want-error.txt'];

/** Every golden folder, by name. */
export function goldenCases(): GoldenCase[] {
  return readdirSync(CASES_FOLDER, {withFileTypes: true})
    .filter((entry) => entry.isDirectory())
    .map(({name}) => readCase(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One golden folder as it is now. */
export function readCase(name: string): GoldenCase {
  const folder = path.join(CASES_FOLDER, name);
  const input = path.join(folder, 'stdin');
  return {
    name,
    folder,
    args: argsOf(folder),
    redoclyOverlays: readLines(folder, 'redocly-overlays'),
    input: existsSync(input) ? readFileSync(input) : undefined,
    want: readOutcome(folder),
    notForRedocly: readText(folder, 'not-for-redocly.txt')?.trim(),
  };
}

function readOutcome(folder: string): Outcome | undefined {
  const error = readText(folder, 'want-error.txt');
  if (error !== undefined) {
    const [first = '', ...rest] = error.split('\n');
    return {status: Number(first.replace('exit ', '')), stdout: '', stderr: rest.join('\n')};
  }
  const stdout = readText(folder, 'want.yaml') ?? readText(folder, 'want.json');
  if (stdout === undefined) return undefined;
  return {status: 0, stdout, stderr: readText(folder, 'want-warnings.txt') ?? ''};
}

/** Throws for a case without the file, whose run would fail without one word about it, and be rewritten. */
function argsOf(folder: string): readonly string[] {
  const args = readLines(folder, 'args');
  if (args.length === 0) throw new Error(`${folder} has no file \`args\`: see test/cases/README.md`);
  return args;
}

function readLines(folder: string, file: string): readonly string[] {
  return readText(folder, file)?.split('\n').filter(Boolean) ?? [];
}

function readText(folder: string, file: string): string | undefined {
  const name = path.join(folder, file);
  return existsSync(name) ? readFileSync(name, 'utf8') : undefined;
}

/** Makes the outcome of a case the expected one. */
export function rewriteCase({folder, args}: GoldenCase, {status, stdout, stderr}: Outcome): void {
  for (const file of WANTED) rmSync(path.join(folder, file), {force: true});
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  if (status !== 0) {
    write('want-error.txt', `exit ${status}\n${stderr}`);
    return;
  }
  write(args.join(' ').includes('--format json') ? 'want.json' : 'want.yaml', stdout);
  if (stderr !== '') write('want-warnings.txt', stderr);
}
