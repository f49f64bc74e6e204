import {describe, expect, test} from '@jest/globals';
import {type GoldenCase, goldenCases, type Outcome, rewriteCase} from './golden-cases.ts';
import {startCli} from './start-cli.ts';

const rewrites = process.env.APIGEN_REWRITE_CASES === '1';
const cases = goldenCases();

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

describe('golden folders through the command line', () => {
  test.concurrent.each(cases)('$name', async (golden) => {
    const {folder, args, input} = golden;
    const outcome = await startCli(['mesh', ...args], {cwd: folder, ...(input ? {input} : {})});
    expect(outcome).toEqual(wanted(golden, outcome));
  });
});
