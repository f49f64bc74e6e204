import path from 'node:path';
import {readArguments, readLine} from '../../src/commands/arguments/arguments.ts';
import {MESH_COMMAND} from '../../src/commands/mesh/run-mesh.ts';
import {readDescription} from '../../src/io/index.ts';
import {type GoldenCase, goldenCases} from '../golden-cases.ts';
import {isForLibrary} from '../golden-library.ts';
import {type GatewayName, placedIn, type Served, servedBy} from './served.ts';

/** What a golden case gives at a gateway; `undefined` if that is not an HTTPRoute. */
export async function servedCase(
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
  const placed = {'service.port': 80, ...own, ...placedIn(namespace, gateway)};
  const given = {...run, ...description, strict: false, settings: placed};
  return servedBy(name, description.document, given, gateway);
}

/** egctl 1.9.0 checks objects against Gateway API 1.6, which has no `attempts: 0`; the controller takes what the API server takes. */
const REFUSED = 'httproute-retry-attempts';

/** The golden cases that are served. */
export const SERVED_CASES = goldenCases().filter(
  ({name, args, want, ...golden}) =>
    want?.status === 0 &&
    name !== REFUSED &&
    isForLibrary({name, args, want, ...golden}) &&
    !args.includes('--merge'),
);

/** What is known to differ at both gateways, as `differences` writes it. A row that no case has any more is red too. */
export const KNOWN: readonly (readonly [why: string, difference: RegExp])[] = [
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

/** The same at Traefik. */
export const KNOWN_AT_TRAEFIK: typeof KNOWN = [
  ['`routes match` leaves a slash where a path ends with `/.`, and URL.JoinPath of Go does not', /\/\.: /],
  ['Go refuses `%` that begins no escape', /%(?![\dA-Fa-f]{2})\S*: status 400, /],
  ['`routes match` does not know that Go decodes bytes that are not UTF-8', /%FF\S*: none, /],
  [
    'a byte order mark in a rule is a syntax error for Traefik, which leaves out the rule',
    /%ef%bb%bf\S*: none, /i,
  ],
  [
    'Go decodes `%2F` in a path that has characters as they are which it would encode, such as `|`',
    /%2F\S*[|^]\S*: none, /,
  ],
];
