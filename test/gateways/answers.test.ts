import {describe, expect, test} from '@jest/globals';
import {casesIn} from '../cases-in.ts';
import {ask} from './ask.ts';
import {whileServed} from './differences.ts';
import {gatewayPrograms} from './programs.ts';
import {placedIn, type Served, servedBy} from './served.ts';

interface Row {
  readonly title: string;
  /** `x-apigen` at the root. */
  readonly settings?: object;
  readonly flags?: {readonly onlyDescribed: boolean};
  readonly paths: object;
  /** By the request, with its host if that matters: the operation whose rule answers, or the status. */
  readonly answers: Readonly<Record<string, string | number>>;
}

const rows = casesIn<Row>(import.meta.dirname, 'answers.yaml').map((row, index) => ({
  ...row,
  name: `row-${index}`,
}));

function servedRow({name, settings, flags, paths}: (typeof rows)[number]): Served {
  const document = {openapi: '3.1.0', 'x-apigen': settings ?? {}, paths};
  const flagged = {
    ...placedIn(name),
    'service.name': 'pets',
    'service.port': 80,
    group: 'operation',
  } as const;
  const served = servedBy(name, document, {onlyDescribed: true, ...flags, settings: flagged});
  if (served === undefined) throw new Error(`${name} has no HTTPRoutes`);
  return served;
}

(gatewayPrograms() ? describe : describe.skip)('Envoy Gateway answers', () => {
  const served = new Map<string, Served>();
  const running = whileServed(async () => {
    for (const row of rows) served.set(row.name, servedRow(row));
    return [...served.values()];
  });

  test.each(rows)('$title', async ({name, answers}) => {
    const {listener = '', operations} = served.get(name) ?? {};
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
