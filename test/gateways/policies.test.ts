import {describe, expect, test} from '@jest/globals';
import {casesIn} from '../cases-in.ts';
import {ask} from './ask.ts';
import {whileServed} from './differences.ts';
import {gatewayPrograms} from './programs.ts';
import {type ServedRow, servedRow} from './served.ts';

interface Asked {
  readonly ask: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly want: {
    readonly status: number;
    readonly attempts: number;
    /** `none` for one that is not in the answer. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly isWhole?: boolean;
    /** The time after which the answer ends, in milliseconds. */
    readonly after?: number;
  };
}

interface Row extends ServedRow {
  readonly asks: Readonly<Record<string, Asked>>;
}

const rows = casesIn<Row>(import.meta.dirname, 'policies.yaml');
const asks = rows.flatMap((row, index) =>
  Object.entries(row.asks).map(([what, asked]) => ({what, title: row.title, index, ...asked})),
);
/** How much later than it should an answer may come on a busy machine. */
const TOLERANCE_MS = 1000;

(gatewayPrograms() ? describe : describe.skip)('Envoy Gateway has', () => {
  const served = rows.map((row) => servedRow(row));
  const running = whileServed(() => Promise.resolve(served));

  test.concurrent.each(asks)('$title: $what', async ({what, index, ask: request, headers, want}) => {
    const [method = '', path = ''] = request.split(' ');
    const port = running.gateway?.ports.get(served[index]?.listener ?? '') ?? 0;
    const id = `${index} ${what}`.replaceAll(' ', '-');
    const start = performance.now();
    const answer = await ask(port, {method, path, headers: {...headers, 'x-id': id}});
    const late = performance.now() - start - (want.after ?? 0);
    const found = {
      ...{status: answer.status, attempts: running.echo?.attempts(id)},
      ...(want.headers && {
        headers: Object.fromEntries(
          Object.keys(want.headers).map((name) => [name, answer.headers[name] ?? 'none']),
        ),
      }),
      ...(want.isWhole !== undefined && {isWhole: answer.isWhole}),
      ...(want.after && {after: late > -20 && late < TOLERANCE_MS ? want.after : late + want.after}),
    };
    expect(found).toEqual(want);
  });
});
