import {ownValue} from '../../../core/base/json.ts';
import {hasErrors, type Problem} from '../../../core/base/problem.ts';
import {
  matcherWith,
  type OtherSettings,
  type OutputMatcher,
  outputMatcher,
  type Route,
  type RouteTable,
  routeTable,
} from '../../../core/generate/route-table.ts';
import {isForHost} from '../../../core/routes/request.ts';
import {hostnamesOf} from '../../../core/targets/target.ts';
import {type Places, printProblems} from '../../print/problems.ts';
import type {Terminal} from '../../write/output.ts';
import {allSkipped, findInputs} from '../find/inputs.ts';
import {checkLoaded, type FailedStatus, type Loaded, type RunRequest} from '../load/load-description.ts';

export interface ApiRoutes extends RouteTable {
  readonly title: string;
  readonly version?: string | undefined;
  /** The description as the user named it, or the name of the API in redocly.yaml. */
  readonly source: string;
}

/** The APIs that a run is about, as far as it can go on with them. */
export interface ReadApis {
  /** The exit code if nothing else happens: 0 unless there is an error, or no API. */
  readonly status: 0 | FailedStatus;
  /** After an error none, or with `--keep-going` those that have none. */
  readonly apis: readonly ApiRoutes[];
  readonly names: ApiNames;
  readonly places: Places;
}

/** Reads some APIs and their routes. Prints which are skipped, and errors. */
export async function readApis(request: RunRequest, terminal: Terminal): Promise<ReadApis> {
  const inputs = await findInputs(request, terminal.folder);
  const {problems, noun, status = 1} = inputs;
  const texts = new Map<string, Buffer>(inputs.texts);
  const all: ApiRoutes[] = [];
  for (const load of inputs.loads) {
    const loaded = await load();
    for (const [uri, text] of loaded.texts) texts.set(uri, text);
    if (loaded.skipped === undefined) all.push(await toRoutes(loaded));
    else terminal.error(`apigen: ${loaded.name}: ${loaded.skipped}\n`);
  }
  const failures = [problems, ...all.map(tableProblems)].filter(hasErrors).flat();
  const isEmpty = failures.length === 0 && all.length === 0;
  const failed = isEmpty
    ? problems.length > 0
      ? problems
      : [allSkipped('routes', noun, 'turn on the decorator for one of them')]
    : failures;
  const named = all.flatMap(({source, routes}) => routes.map((route) => [route, source] as const));
  const read = {names: all.length < 2 ? undefined : new Map(named), places: {...inputs, texts}};
  printProblems(terminal, failed, read.places);
  if (failed.length === 0) return {...read, status: 0, apis: all};
  const usable = all.filter((api) => inputs.run.keepGoing && !hasErrors(tableProblems(api)));
  return {...read, status, apis: usable};
}

/** The routes of what was loaded. */
export async function toRoutes(loaded: Loaded): Promise<ApiRoutes> {
  const {
    name,
    parts: [first],
  } = loaded;
  return {
    source: name,
    title: infoOf(first?.document, 'title') ?? first?.name ?? name,
    version: infoOf(first?.document, 'version'),
    ...routeTable(await checkLoaded(loaded), loaded.configured?.placeAtOption),
  };
}

function infoOf(document: unknown, key: 'title' | 'version'): string | undefined {
  const text = ownValue(ownValue(document, 'info'), key);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** The problems of an API, each once: several routes may share one. */
export function tableProblems({problems, routes}: RouteTable): Problem[] {
  return [...new Set([...problems, ...routes.flatMap((route) => route.problems)])];
}

/** The API of each route, by the name that is printed; `undefined` where it goes without saying. */
export type ApiNames = ReadonlyMap<Route, string> | undefined;

/** An API that requests are compared with. */
export interface MatchedApi extends ApiRoutes {
  readonly output: NonNullable<RouteTable['output']>;
  readonly matcher: OutputMatcher;
  /** The hosts that requests of a log may be for; empty for all. */
  readonly hostnames: readonly string[];
  /** The matcher with other settings; made when it is asked for. */
  readonly with: (others: OtherSettings) => ReturnType<typeof matcherWith>;
}

/** The APIs that requests are compared with; for a hostname without those whose routes are for others. */
export function matchedApis(apis: readonly ApiRoutes[], hostname?: string): MatchedApi[] {
  return apis.flatMap(({output, ...api}) => {
    const hostnames = output ? hostnamesOf(output.input.settings) : [];
    if (output === undefined || !isForHost(hostname, hostnames)) return [];
    const asked = hostname === undefined ? hostnames : [hostname.toLowerCase()];
    const made = new Map<OtherSettings, ReturnType<typeof matcherWith>>();
    const withOthers = (others: OtherSettings) => {
      const matcher = made.get(others) ?? matcherWith(others, output);
      made.set(others, matcher);
      return matcher;
    };
    return [{...api, output, matcher: outputMatcher(output), with: withOthers, hostnames: asked}];
  });
}
