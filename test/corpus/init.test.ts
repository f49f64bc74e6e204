import {describe, expect, it} from '@jest/globals';
import {changeDescription} from '../../src/commands/init/change-descriptions.ts';
import {generate} from '../../src/core/generate/generate.ts';
import {readDescription, UnreadableDescription} from '../../src/io/read/read-description.ts';
import {CORPORA, corpusFolder, descriptionsIn} from './packages.ts';

const SETTINGS = {'service.name': 'corpus', 'timeouts.request_timeout': 7};

/** Whether `after` is `before` with a text inserted at one place. */
function isInsertion(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  return after.length > before.length && after.endsWith(before.slice(start));
}

/** What `apigen init` would do wrong with a description. */
async function faultOf(file: string): Promise<string | undefined> {
  try {
    const description = await readDescription(file);
    const {before = '', text} = await changeDescription(
      file,
      description,
      SETTINGS,
      generate(description.document, description).problems,
    );
    return isInsertion(before, text) ? undefined : 'more than an insertion';
  } catch (error) {
    // The other tests of the tier have a table of these.
    if (error instanceof UnreadableDescription) return undefined;
    throw new Error(file, {cause: error});
  }
}

describe.each(CORPORA)('apigen init with the descriptions of $name', (corpus) => {
  it('inserts text at one place of each', async () => {
    const folder = await corpusFolder(corpus);
    const wrong: (readonly [string, string])[] = [];
    for (const file of descriptionsIn(folder)) {
      const fault = await faultOf(file);
      if (fault !== undefined) wrong.push([file, fault]);
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
