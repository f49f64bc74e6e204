import {type JsonMap, mapsOf, ownValue} from '../base/json.ts';
import type {Problem} from '../base/problem.ts';
import {firstReading, GATEWAY_API, isOlder, MESH_VERSIONS, type RouteField} from '../mesh-versions.ts';
import {type MeshName, meshNamed} from '../meshes.ts';
import type {RuleFacts} from '../rules/rule.ts';
import {HTTP_ROUTES} from './http-route/object-kinds.ts';
import {type KubernetesObject, mapsIn} from './target.ts';

/** A field of HTTPRoutes, from which version on what reads them has it, and what to do instead in an older one. */
export type VersionNeed = ReturnType<typeof versionNeeds>[number];

/** The name of each field in messages, and whether a rule has it. */
const FIELDS: Readonly<Record<RouteField, readonly [name: string, isUsed: (rule: JsonMap) => boolean]>> = {
  timeouts: ['timeouts', ({timeouts}) => timeouts !== undefined],
  retry: ['retries', ({retry}) => retry !== undefined],
  CORS: ['filters `CORS`', ({filters}) => mapsOf(filters).some(({type}) => type === 'CORS')],
  expressions: [
    'expressions',
    ({matches}) => mapsOf(matches).some(({path}) => ownValue(path, 'type') === 'RegularExpression'),
  ],
  methods: ['methods', ({matches}) => mapsOf(matches).some(({method}) => method !== undefined)],
  names: ['names of rules', ({name}) => name !== undefined],
};

/** The versions that an output needs of the Gateway API and of the implementation that it is for. */
export function versionNeeds(objects: readonly KubernetesObject[], mesh: MeshName = 'linkerd') {
  const routes = objects.filter(({kind}) => kind === HTTP_ROUTES.kind);
  const rules = routes.flatMap((route) => mapsIn(route, 'rules'));
  const {title, olderVersions: instead} = meshNamed(mesh);
  return [
    {title: 'the Gateway API', versions: GATEWAY_API, instead: 'set `gateway_api` to what the cluster has'},
    {title, versions: MESH_VERSIONS[mesh], instead},
  ].flatMap((reader) =>
    firstReading(reader.versions).flatMap(({field: key, version: from}) => {
      const [field, isUsed] = FIELDS[key];
      return rules.some(isUsed) ? {...reader, field, from} : [];
    }),
  );
}

/** The rule of what no description shows alone. */
export const meshVersion = {
  code: 'mesh-version',
  severity: 'note',
  linted: 'page alone',
  summary: 'All supported versions of what reads the output have what it uses',
} satisfies RuleFacts;

/**
 * The problems with needs, for several descriptions once: a warning where a version in the cluster is older; where none is known, a note if
 * an older one is supported.
 *
 * @param inCluster those that the cluster shows, by title
 */
export function versionProblems(
  needs: readonly VersionNeed[],
  inCluster: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly Problem[] {
  const {code} = meshVersion;
  const problems = needs.flatMap(({title, versions, instead, field, from}): Problem | [] => {
    const shown = inCluster.get(title) ?? [];
    const message = `${field} of HTTPRoutes need ${title} ${from} or later`;
    const old = shown.find((version) => isOlder(version, from));
    if (old !== undefined) {
      const hint = `update it${instead ? `, or ${instead}` : ''}`;
      return {code, severity: 'warning', message: `${message}: the cluster has ${old}`, hint};
    }
    if (shown.length > 0 || !isOlder(versions.supported, from)) return [];
    const hint = instead ? `for an older one, ${instead}` : 'check its version in the cluster';
    return {code, severity: 'note', message, hint};
  });
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}
