import path from 'node:path';
import {afterAll, beforeAll} from '@jest/globals';
import {deliver} from '../../../src/io/run/deliver/deliver.ts';
import {generateEach} from '../../../src/io/run/generate/generate-all.ts';
import {generateTests} from '../../../src/io/run/generate/generate-tests.ts';
import {capturedRun} from '../../captured-run.ts';
import {copyOf} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const folder = copyOf(path.join(import.meta.dirname, 'files'));
const before = process.cwd();
beforeAll(() => {
  process.chdir(folder);
});
afterAll(() => process.chdir(before));

/** What is the same in all definitions, and how the transcript shows it; `tests.txt` has whole ones. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^---\ntype: Test\nspec:\n {2}id: (.*)\n {2}name: (.*)\n {2}trigger:\n {4}type: http\n {4}httpRequest:\n {6}method: (.*)\n {6}url: (.*)\n/gm,
    '--- $1: $2\n      $3 $4\n',
  ],
  [
    /^ {2}specs:\n {4}- name: (.*)\n {6}selector: span\[name="Tracetest trigger"\]\n {6}assertions:\n {8}- attr:tracetest\.response\.status (.*)\n/gm,
    '      $1: $2\n',
  ],
  [
    /^ {4}- name: (No span has an error)\n {6}selector: span\[tracetest\.span\.status_code="STATUS_CODE_ERROR"\]\n {6}assertions:\n {8}- attr:tracetest\.selected_spans\.count = 0\n/gm,
    '      $1\n',
  ],
];
const abbreviated = (text: string) =>
  ABBREVIATIONS.reduce((shown, [whole, short]) => shown.replaceAll(whole, short), text);

/** Writes the tests of one description in this process: `tests`, its file, and perhaps `--methods` with its value. */
const inProcess = ([, file = '', , methods = 'get,head']: readonly string[]) =>
  capturedRun(folder, async (terminal) => {
    const tests = methods.toUpperCase().split(',');
    const out = (text: string) => terminal.out(abbreviated(text));
    return (
      await deliver(await generateEach({in: [file], tests, format: 'yaml'}, generateTests, terminal), {
        ...terminal,
        out,
      })
    ).status;
  });
testTranscript(path.join(import.meta.dirname, 'definitions.txt'), () => folder, inProcess);
testTranscript(path.join(import.meta.dirname, 'tests.txt'), () => folder);
