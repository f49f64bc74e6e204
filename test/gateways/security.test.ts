import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../src/core/base/json.ts';
import {ask} from './ask.ts';
import {whileServed} from './differences.ts';
import {gatewayPrograms} from './programs.ts';
import {
  describedBy,
  isPublic,
  type Row,
  SENT_TOKENS,
  securedOperations,
  securityRows,
  statusFor,
} from './secured-operations.ts';
import {placedIn, type Served, servedBy} from './served.ts';
import {withKeys} from './tokens.ts';

interface Asked extends Served {
  /** The status by `apigen routes match`. */
  readonly statusFor: (name: string, claims: JsonMap) => number;
}

function served(row: Row): Asked {
  const name = row.title.replace(/[^a-z]+/g, '-');
  const document = describedBy(row);
  const options = {settings: {'service.name': 'pets', 'service.port': 80, ...placedIn(name)}} as const;
  const one = servedBy(name, document, options);
  if (one === undefined) throw new Error(`${row.title} is not written`);
  return {...one, objects: withKeys(one.objects), statusFor: statusFor(document, options)};
}

(gatewayPrograms() ? describe : describe.skip)('Envoy Gateway lets those call who may', () => {
  const all = gatewayPrograms() ? securityRows.map(served) : [];
  const running = whileServed(() => Promise.resolve(all));

  test.each(securedOperations)('$title: $name', async ({index, name: operation, request, isServed}) => {
    const port = running.gateway?.ports.get(all[index]?.listener ?? '') ?? 0;
    const found: Record<string, string> = {};
    const want: Record<string, string> = {};
    for (const {title, token, headers, claims} of SENT_TOKENS) {
      const {status} = await ask(port, {...request, headers});
      found[title] = [401, 403].includes(status) ? 'refused' : status === 200 ? 'served' : `${status}`;
      want[title] = isServed(token) ? 'served' : 'refused';
      if (claims && all[index]?.statusFor(operation, claims) !== status)
        found[title] += ` with ${status}, not as \`routes match\` has it`;
    }
    expect(found).toEqual(want);
  });

  test.each(securedOperations.filter(({isServed}) => !isServed()))(
    'nobody by another spelling or method, but of what is public: $title: $name',
    async ({row, index, near}) => {
      const {listener = '', operations} = all[index] ?? {};
      const port = running.gateway?.ports.get(listener) ?? 0;
      const open: string[] = [];
      for (const request of near) {
        const {status, rule = ''} = await ask(port, request);
        const names = operations?.get(rule) ?? [];
        if (status === 200 && !(names.length > 0 && names.every((name) => isPublic(row, name))))
          open.push(`${request.method} ${request.path}: ${names.join()}`);
      }
      expect(open).toEqual([]);
    },
  );
});
