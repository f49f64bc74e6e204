import path from 'node:path';
import {expect, test} from '@jest/globals';
import {CORPORA, corpusFolder, descriptionsIn} from '../corpus/packages.ts';
import {SEED} from '../fuzz/fuzz.ts';
import {answersOf, describeAt, differences, requestsTo, whileServed} from './differences.ts';
import {servedFile} from './published.ts';
import {GATEWAYS, type Served} from './served.ts';

/** How many descriptions are asked about besides GitHub's; they change with the seed. */
const OTHERS = 10;
/** How many requests are sent for each; the model takes most of the time. */
const REQUESTS = 4000;

const [directory, github] = await Promise.all(CORPORA.map(corpusFolder));
const published = descriptionsIn(`${directory}`);
const others = Array.from({length: OTHERS}, (_, index) => {
  const place = SEED + Math.floor((index * published.length) / OTHERS);
  return published[place % published.length] ?? '';
});
const files = [path.join(`${github}`, 'api.github.com.json'), ...others].map((file, index) => ({
  ...{file, name: path.basename(file), namespace: `published-${index}`},
}));

for (const gateway of GATEWAYS)
  describeAt(gateway, 'uses the rules that are expected', () => {
    // Contour is asked about GitHub alone: the models take most of the time.
    const own = gateway === 'contour' ? files.slice(0, 1) : files;
    const served = new Map<string, Served>();
    const running = whileServed(async () => {
      for (const one of own) {
        const found = await servedFile(one, gateway);
        if (found) served.set(one.namespace, found);
      }
      return [...served.values()];
    }, gateway);

    test.each(own)(`of $name (APIGEN_FUZZ_SEED=${SEED})`, async ({namespace}) => {
      const one = served.get(namespace);
      if (one && running.gateway)
        expect(differences(one, await answersOf(running.gateway, one, requestsTo(one, REQUESTS)))).toEqual(
          [],
        );
    });

    test('of GitHub, and of most others that are asked', () => {
      expect(served.has('published-0')).toBe(true);
      expect(served.size).toBeGreaterThan((own.length - 1) / 2);
    });
  });
