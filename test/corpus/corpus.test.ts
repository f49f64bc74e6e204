import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import type {FlagValues} from '../../src/index.ts';
import {folderWith} from '../temporary-folder.ts';
import {firstDifference, independentRoutes} from './independent-routes.ts';
import {outcomesOf, outcomesTable} from './outcomes.ts';
import {CORPORA, corpusFolder, descriptionsIn, fileNameOf} from './packages.ts';
import {writeWithSettings} from './with-settings.ts';

const SERVICE = {'service.name': 'corpus'};
const MINUTES = 60_000;

/** Reads descriptions with apigen and independently: the outcomes, and the first difference in each description with a profile. */
async function readTwice(files: readonly string[], settings: FlagValues, independentSettings: object) {
  const [outcomes, readings] = await Promise.all([
    outcomesOf(files, {...SERVICE, ...settings}),
    independentRoutes(files, independentSettings),
  ]);
  const differences = outcomes.flatMap(({file, routes}, index) => {
    const difference = routes && firstDifference(routes, readings[index] ?? []);
    return difference ? [{file, ...difference}] : [];
  });
  return {outcomes, differences};
}

describe.each(CORPORA)('$name', (corpus) => {
  const recorded = path.join(import.meta.dirname, `${fileNameOf(corpus)}.txt`);
  let folder = '';
  let reading: Awaited<ReturnType<typeof readTwice>>;

  beforeAll(async () => {
    folder = await corpusFolder(corpus);
    const timeout = 7;
    reading = await readTwice(
      descriptionsIn(folder),
      {'timeouts.request_timeout': timeout},
      {timeouts: {request_timeout: timeout}},
    );
  }, 10 * MINUTES);

  it('has the recorded outcomes', () => {
    const table = outcomesTable(reading.outcomes, folder);
    if (process.env.APIGEN_REWRITE_CORPUS) writeFileSync(recorded, table);
    expect(table).toBe(readFileSync(recorded, 'utf8'));
  });

  it('has the routes of an independent reading', () => {
    expect(reading.differences).toEqual([]);
  });

  it(
    'has them also with settings at all levels',
    async () => {
      const copies = folderWith();
      const files = descriptionsIn(folder)
        .filter((_, index) => index % 10 === 0)
        .map((file, index) => writeWithSettings(file, index, copies));
      expect((await readTwice(files, {}, {})).differences).toEqual([]);
    },
    10 * MINUTES,
  );
});
