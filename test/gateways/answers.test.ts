import {expect, test} from '@jest/globals';
import {casesIn} from '../cases-in.ts';
import {ask} from './ask.ts';
import {describeAt, whileServed} from './differences.ts';
import {GATEWAYS, type ServedRow, servedRow} from './served.ts';

type Answers = Readonly<Record<string, string | number>>;

interface Row extends ServedRow {
  /** By the request, with its host if that matters: the operation whose rule answers, or the status. */
  readonly answers: Answers;
  /** What is different at Contour. */
  readonly contour?: Answers;
}

const rows = casesIn<Row>(import.meta.dirname, 'answers.yaml');

for (const gateway of GATEWAYS)
  describeAt(gateway, 'answers', () => {
    const served = rows.map((row) => servedRow(row, gateway));
    const running = whileServed(() => Promise.resolve(served), gateway);

    test.each(rows.map((row, index) => ({...row, index})))('$title', async ({index, answers, contour}) => {
      const {listener = '', operations, hostOf} = served[index] ?? {};
      const port = running.gateway?.ports.get(listener) ?? 0;
      const want = {...answers, ...(gateway === 'contour' && contour)};
      const found: Record<string, string | number> = {};
      for (const request of Object.keys(want)) {
        const [, method = '', host = 'localhost', path = ''] =
          /^(\S+) (?:http:\/\/([^/]+))?(\/.*)$/.exec(request) ?? [];
        const {rule, status} = await ask(port, {method, path, host: hostOf?.(host) ?? host});
        const all = operations?.get(rule ?? '');
        found[request] = all?.find((one) => one.startsWith(`${method} `)) ?? all?.join() ?? status;
      }
      expect(found).toEqual(want);
    });
  });
