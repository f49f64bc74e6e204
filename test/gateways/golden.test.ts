import path from 'node:path';
import {expect, test} from '@jest/globals';
import {readArguments, readLine} from '../../src/commands/arguments/arguments.ts';
import {MESH_COMMAND} from '../../src/commands/mesh/run-mesh.ts';
import {readDescription} from '../../src/io/index.ts';
import {type GoldenCase, goldenCases} from '../golden-cases.ts';
import {isForLibrary} from '../golden-library.ts';
import {describeAt, differences, whileServed} from './differences.ts';
import {GATEWAYS, type GatewayName, placedIn, type Served, servedBy} from './served.ts';

/** What a golden case gives at a gateway; `undefined` if that is not an HTTPRoute. */
async function servedCase(
  {name, folder, args, redoclyOverlays}: GoldenCase,
  gateway: GatewayName,
): Promise<Served | undefined> {
  const {settings, run} = readArguments(readLine(args, MESH_COMMAND).given);
  const inFolder = (file: string) => (/^https?:/.test(file) ? file : path.join(folder, file));
  const overlays = [...redoclyOverlays, ...(run.overlays ?? [])].map(inFolder);
  const options = {...run, overlays, redoclyOverlays: redoclyOverlays.length};
  const description = await readDescription(inFolder(run.in?.[0] ?? ''), options);
  const namespace = `of-${name}`.slice(0, 55).replace(/-+$/, '');
  const {target: _, ...own} = settings;
  return servedBy(name, description.document, {
    ...{...run, ...description, strict: false},
    settings: {'service.port': 80, ...own, ...placedIn(namespace, gateway)},
  });
}

/** Cases that have no route, or whose settings no HTTPRoute has. */
const NOT_SERVED = [
  ...['format-json-empty', 'httproute-no-routes-allowed', 'httproute-no-routes-only-described'],
  ...['httproute-unmatchable-allowed', 'linkerd-extensions', 'long-lines-are-not-folded'],
  ...['methods-named-like-yaml-values', 'no-routes-allowed', 'no-routes-allowed-without-paths', 'paths-null'],
  ...['references-added-operations', 'spec-timeout-in-extension', 'timeouts-as-durations'],
];

/** egctl 1.9.0 checks objects against Gateway API 1.6, which has no `attempts: 0`; the controller takes what the API server takes. */
const REFUSED = 'httproute-retry-attempts';

/** What is known to differ at both gateways, as `differences` writes it. A row that no case has any more is red too. */
const KNOWN: readonly (readonly [why: string, difference: RegExp])[] = [
  [
    'Envoy merges the slashes of a path only if it has more than slashes',
    /^\S+ [^/]+\/(?:\/|%2F)\.?: none, /,
  ],
  [
    '`routes match` does not know that an expression takes `[` for `%5B`',
    /\/a\[B\]\S*: \S+, match none, meant none$/,
  ],
  [
    '`routes match` does not know that an expression takes `%` for `%25`',
    /\/100%\/\S*: \S+, match none, meant none$/,
  ],
  [
    '`routes match` does not know that a long path has escapes in upper case only',
    /%e8\S*: none, match (\S+), meant \1$/,
  ],
];

const cases = goldenCases().filter(
  ({name, args, want, ...golden}) =>
    want?.status === 0 &&
    name !== REFUSED &&
    isForLibrary({name, args, want, ...golden}) &&
    !args.includes('--merge'),
);

for (const gateway of GATEWAYS)
  describeAt(gateway, 'uses the rules that are expected', () => {
    const served = new Map<string, Served>();
    const unseen = new Set(KNOWN);
    const running = whileServed(async () => {
      for (const golden of cases) {
        const one = await servedCase(golden, gateway);
        if (one) served.set(golden.name, one);
      }
      return [...served.values()];
    }, gateway);

    test.each(cases)('in the golden case $name', async ({name}) => {
      const one = served.get(name);
      if (one === undefined || running.gateway === undefined) return;
      const unknown = (await differences(running.gateway, one)).filter((difference) => {
        const known = KNOWN.find(([, pattern]) => pattern.test(difference));
        if (known) unseen.delete(known);
        return known === undefined;
      });
      expect(unknown).toEqual([]);
    });

    test('except for what is known', () => {
      expect([...unseen]).toEqual([]);
    });

    test('in all golden cases but a few', () => {
      const others = cases.flatMap(({name}) => (served.has(name) ? [] : [name]));
      // Contour has nothing that enforces who may call.
      const isOf = (name: string) => gateway === 'envoy-gateway' || !name.startsWith('security-');
      expect(others.filter(isOf)).toEqual(NOT_SERVED);
    });
  });
