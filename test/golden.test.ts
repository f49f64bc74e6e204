import {cpSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {type GoldenCase, goldenCases, type Outcome, rewriteCase} from './golden-cases.ts';
import {configOf} from './golden-config.ts';
import {isForLibrary, runWithLibrary} from './golden-library.ts';
import {runCli, startCli} from './start-cli.ts';
import {folderWith} from './temporary-folder.ts';

const rewrites = process.env.APIGEN_REWRITE_CASES === '1';
const cases = goldenCases();
/** What the library has no part in, and the examples of the specification. */
const throughCommandLine = (golden: GoldenCase) => !isForLibrary(golden) || golden.name.startsWith('spec-');

/** The expected outcome; with `APIGEN_REWRITE_CASES=1`, it becomes the outcome of this run. Read the diff. */
function wanted(golden: GoldenCase, outcome: Outcome): Outcome {
  if (!rewrites)
    return (
      golden.want ?? {
        status: -1,
        stdout: 'the case has no expected outcome: run with APIGEN_REWRITE_CASES=1',
        stderr: '',
      }
    );
  rewriteCase(golden, outcome);
  return outcome;
}

test.each(cases.filter(throughCommandLine))(
  'golden folders through the command line $name',
  async (golden) => {
    const {folder, args, input} = golden;
    const start = input ? startCli : runCli;
    const outcome = await start(['mesh', ...args], {cwd: folder, ...(input && {input})});
    expect(outcome).toEqual(wanted(golden, outcome));
  },
);

test.each(cases.filter((golden) => !throughCommandLine(golden)))(
  'golden folders through the library $name',
  async (golden) => {
    const {generated: _, ...outcome} = await runWithLibrary(golden);
    expect(outcome).toEqual(wanted(golden, outcome));
  },
);

test.each(cases.filter(({redoclyOverlays}) => redoclyOverlays.length > 0))(
  'golden folders in a configuration $name: the output and the messages of the library',
  async (golden) => {
    const {name, want} = golden;
    const folder = folderWith({'redocly.yaml': JSON.stringify(configOf([golden], true))});
    cpSync(golden.folder, path.join(folder, name), {recursive: true});
    const {status, stderr} = await runCli(['mesh', '--config', 'redocly.yaml'], {cwd: folder});
    const written = status === 0 ? readFileSync(path.join(folder, 'profiles', `${name}.yaml`), 'utf8') : '';
    const messages = stderr.replaceAll(`${name}/`, '').replace(/ in 1 API\n.*|^apigen: .*\n/gs, '');
    expect([status, written, messages]).toEqual([
      want?.status,
      want?.stdout,
      want?.stderr.replace(/ in 1 description\n$/, ''),
    ]);
  },
);

const YAML = /^[\w-]+\.ya?ml$/;
const BLOCK = /^(components|definitions|responses|x-webhooks):/m;

/** A comment of 2 MB at the end of a file: its blocks are large enough to be left out. */
const PADDING = `# ${'x'.repeat(100)}\n`.repeat(20_000);

const withBlocks = cases.flatMap((golden) => {
  const names = golden.args.filter((arg) => YAML.test(arg) && existsSync(path.join(golden.folder, arg)));
  const texts = names.map((name) => ({name, text: readFileSync(path.join(golden.folder, name), 'utf8')}));
  return !throughCommandLine(golden) && texts.some(({text}) => BLOCK.test(text)) ? {golden, texts} : [];
});

test.each(withBlocks)('golden folders of 2 MB $golden.name', async ({golden, texts}) => {
  const folder = folderWith();
  cpSync(golden.folder, folder, {recursive: true});
  for (const {name, text} of texts) writeFileSync(path.join(folder, name), `${text.trimEnd()}\n${PADDING}`);
  const {generated: _, ...outcome} = await runWithLibrary({...golden, folder});
  expect(outcome).toEqual(golden.want);
});
