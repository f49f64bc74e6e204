import {describe, expect, test} from '@jest/globals';
import {casesIn} from '../cases-in.ts';
import {ask} from './ask.ts';
import {whileServed} from './differences.ts';
import {gatewayPrograms} from './programs.ts';
import {type ServedRow, servedRow} from './served.ts';

interface Row extends ServedRow {
  /** By the request, with its host if that matters: the operation whose rule answers, or the status. */
  readonly answers: Readonly<Record<string, string | number>>;
}

const rows = casesIn<Row>(import.meta.dirname, 'answers.yaml');

(gatewayPrograms() ? describe : describe.skip)('Envoy Gateway answers', () => {
  const served = rows.map(servedRow);
  const running = whileServed(() => Promise.resolve(served));

  test.each(rows.map((row, index) => ({...row, index})))('$title', async ({index, answers}) => {
    const {listener = '', operations} = served[index] ?? {};
    const port = running.gateway?.ports.get(listener) ?? 0;
    const found: Record<string, string | number> = {};
    for (const request of Object.keys(answers)) {
      const [, method = '', host = 'localhost', path = ''] =
        /^(\S+) (?:http:\/\/([^/]+))?(\/.*)$/.exec(request) ?? [];
      const {rule, status} = await ask(port, {method, path, host});
      const all = operations?.get(rule ?? '');
      found[request] = all?.find((one) => one.startsWith(`${method} `)) ?? all?.join() ?? status;
    }
    expect(found).toEqual(answers);
  });
});
