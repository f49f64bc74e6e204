import {expect, test} from '@jest/globals';
import {casesIn} from '../cases-in.ts';
import {ask} from './ask.ts';
import {describeAt, whileServed} from './differences.ts';
import {GATEWAYS, type GatewayName, type ServedRow, servedRow} from './served.ts';

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
  /** Those that have it, if not all. */
  readonly gateways?: readonly GatewayName[];
  readonly asks: Readonly<Record<string, Asked>>;
}

const rows = casesIn<Row>(import.meta.dirname, 'policies.yaml');
/** How much later than it should an answer may come on a busy machine. */
const TOLERANCE_MS = 1000;

for (const gateway of GATEWAYS)
  describeAt(gateway, 'has', () => {
    const own = rows.filter(({gateways}) => (gateways ?? GATEWAYS).includes(gateway));
    const served = own.map((row) => servedRow(row, gateway));
    const running = whileServed(() => Promise.resolve(served), gateway);
    const asks = own.flatMap((row, index) =>
      Object.entries(row.asks).map(([what, asked]) => ({what, title: row.title, index, ...asked})),
    );

    test.concurrent.each(asks)('$title: $what', async ({what, index, ask: request, headers, want}) => {
      const [method = '', path = ''] = request.split(' ');
      const {listener = '', hosts: [host = 'localhost'] = []} = served[index] ?? {};
      const port = running.gateway?.ports.get(listener) ?? 0;
      const id = `${index} ${what}`.replaceAll(' ', '-');
      const start = performance.now();
      const answer = await ask(port, {method, path, host, headers: {...headers, 'x-id': id}});
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
