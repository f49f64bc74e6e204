import {expect, test} from '@jest/globals';
import {answerRows, operationOf, requestOf, wantedAnswers} from './answer-rows.ts';
import {ask} from './ask.ts';
import {describeAt, whileServed} from './differences.ts';
import {GATEWAYS, servedRow} from './served.ts';

for (const gateway of GATEWAYS)
  describeAt(gateway, 'answers', () => {
    const served = answerRows.map((row) => servedRow(row, gateway));
    const running = whileServed(() => Promise.resolve(served), gateway);

    test.each(answerRows.map((row, index) => ({...row, index})))('$title', async ({index, ...row}) => {
      const one = served[index];
      const port = running.gateway?.ports.get(one?.listener ?? '') ?? 0;
      const want = wantedAnswers(row, gateway);
      const found: Record<string, string | number> = {};
      for (const text of Object.keys(want)) {
        const {host, ...request} = requestOf(text);
        const {rule, status} = await ask(port, {...request, host: one?.hostOf(host) ?? host});
        found[text] = operationOf(one, request.method, rule) ?? status;
      }
      expect(found).toEqual(want);
    });
  });
