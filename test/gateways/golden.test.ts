import {expect, test} from '@jest/globals';
import {answersOf, describeAt, differences, requestsTo, whileServed} from './differences.ts';
import {KNOWN, SERVED_CASES, servedCase} from './golden-served.ts';
import {GATEWAYS, type Served} from './served.ts';

/** Cases that have no route, or whose settings no HTTPRoute has. */
const NOT_SERVED = [
  ...['format-json-empty', 'httproute-no-routes-allowed', 'httproute-no-routes-only-described'],
  ...['httproute-unmatchable-allowed', 'linkerd-extensions', 'long-lines-are-not-folded'],
  ...['methods-named-like-yaml-values', 'no-routes-allowed', 'no-routes-allowed-without-paths', 'paths-null'],
  ...['references-added-operations', 'spec-timeout-in-extension', 'timeouts-as-durations'],
];

for (const gateway of GATEWAYS)
  describeAt(gateway, 'uses the rules that are expected', () => {
    const served = new Map<string, Served>();
    const unseen = new Set(KNOWN);
    const running = whileServed(async () => {
      for (const golden of SERVED_CASES) {
        const one = await servedCase(golden, gateway);
        if (one) served.set(golden.name, one);
      }
      return [...served.values()];
    }, gateway);

    test.each(SERVED_CASES)('in the golden case $name', async ({name}) => {
      const one = served.get(name);
      if (one === undefined || running.gateway === undefined) return;
      const unknown = differences(one, await answersOf(running.gateway, one, requestsTo(one))).filter(
        (difference) => {
          const known = KNOWN.find(([, pattern]) => pattern.test(difference));
          if (known) unseen.delete(known);
          return known === undefined;
        },
      );
      expect(unknown).toEqual([]);
    });

    test('except for what is known', () => {
      expect([...unseen]).toEqual([]);
    });

    test('in all golden cases but a few', () => {
      const others = SERVED_CASES.flatMap(({name}) => (served.has(name) ? [] : [name]));
      // Contour has nothing that enforces who may call.
      const ofOthers = gateway === 'envoy-gateway' ? /^security-(istio|linkerd)/ : /^security-/;
      const isOf = (name: string) => !ofOthers.test(name);
      expect(others.filter(isOf)).toEqual(NOT_SERVED);
    });
  });
