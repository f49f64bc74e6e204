import {type JsonMap, mapsOf, ownValue} from '../base/json.ts';
import type {ObjectKind} from '../kubernetes/object-kind.ts';
import {
  GATEWAY_API_VERSIONS,
  type GatewayApiVersion,
  type MatchType,
  type MeshOutput,
  meshOutput,
  type RouteReader,
  type TargetName,
} from '../meshes.ts';
import {isEnforced} from '../openapi/access.ts';
import {chosenReader} from '../openapi/chosen-reader.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import type {Rule, RuleFacts, RuleInput, TargetFacts} from '../rules/rule.ts';

/** A Kubernetes object, with its keys in the order in which they are written. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly namespace: string; readonly [field: string]: unknown};
  readonly [field: string]: unknown;
}

/** The routes, settings and choices that an output is made from. */
export type TargetInput = Pick<RuleInput, 'routes' | 'settings' | 'choices'>;

/** The path of a match, as it is written: an expression has to match the whole path. */
export interface MatchedPath {
  readonly type: MatchType;
  readonly value: string;
}

/** One match of an output, with which the mesh compares requests. */
export interface RouteMatch extends MatchedPath {
  /** Absent for the match of what is not described, which takes every path. */
  readonly operation?: RoutedOperation;
  /** Its method, if that is added to the one of the operation. */
  readonly method?: string;
  /** Where the output has it, if a policy can be attached there: the name of the object, and of its rule. */
  readonly place?: {readonly object: string; readonly rule?: string};
}

/** A kind of objects of one output, and how they are made. */
export interface TargetObjectKind extends ObjectKind {
  readonly target: TargetName;
  /** The objects in the order in which they are applied, with all that the API server would add; pure. */
  toObjects(input: TargetInput): readonly KubernetesObject[];
}

/** One output: what its routes match. Its folder also holds the rules that are its own. */
export interface Target extends TargetFacts {
  /** The name in messages of what serves requests that are not described; `undefined` if it has no place for `onlyDescribed`. */
  readonly catchAll: string | undefined;
  readonly rules: readonly Rule[];
  /** Finds the routes whose path browsers ask with OPTIONS, which is added; absent if no output has CORS. */
  readonly preflighted?: (
    routes: readonly RoutedOperation[],
    settings: EffectiveSettings,
  ) => (route: RoutedOperation) => boolean;
  /** The matches of the output, the one that the mesh prefers first: of those that take a request it uses the first. */
  matches(input: TargetInput): readonly RouteMatch[];
  /** Why the mesh prefers a match to a later one that takes the same request, as a clause. */
  preference(match: MatchedPath, later: MatchedPath, settings: EffectiveSettings): string;
}

/** A setting without an effect because of the target, or of what reads its objects. */
export const unsupportedSetting = {
  code: 'unsupported-setting',
  severity: 'warning',
  summary: 'The mesh and the version of the Gateway API support what is set',
} satisfies RuleFacts;

/** The file of an API's output when no other is named; `{api}` is the API's name. */
export function outputFile({name}: Target): string {
  return `{api}.${name}.yaml`;
}

/** The output that the settings choose, of those that the mesh reads. */
export function chosenOutput(settings: EffectiveSettings): MeshOutput {
  return meshOutput(settings.get('mesh'), settings.get('target'), settings.get('gateway.name'));
}

/** The same for routes of a Gateway; `undefined` for those of a Service. */
export function gatewayReader(settings: EffectiveSettings): RouteReader | undefined {
  return settings.get('gateway.name') ? chosenReader(settings) : undefined;
}

/** To what the policies are attached that say who may call; `undefined` where nothing is enforced. */
export function policyTarget(settings: EffectiveSettings) {
  return isEnforced(settings) ? chosenReader(settings).policies?.attachedTo : undefined;
}

/** The hostnames that the routes are for; empty for all. */
export function hostnamesOf(settings: EffectiveSettings): readonly string[] {
  return settings.get('gateway.name') ? (settings.get('gateway.hostnames') ?? []) : [];
}

/** Whether the HTTPRoutes are for this version of the Gateway API or later ones. */
export function isAtLeast(version: GatewayApiVersion, settings: EffectiveSettings): boolean {
  const chosen = settings.get('gateway_api') ?? GATEWAY_API_VERSIONS[0];
  return GATEWAY_API_VERSIONS.indexOf(chosen) >= GATEWAY_API_VERSIONS.indexOf(version);
}

/** The maps in a list of an object's `spec`. */
export function mapsIn(object: unknown, field: string): readonly JsonMap[] {
  return mapsOf(ownValue(ownValue(object, 'spec'), field));
}

/** The labels and annotations that the settings give, as far as there are any. */
export function commonMetadata(settings: EffectiveSettings): {labels?: object; annotations?: object} {
  const maps = {labels: settings.get('labels') ?? {}, annotations: settings.get('annotations') ?? {}};
  return Object.fromEntries(Object.entries(maps).filter(([, map]) => Object.keys(map).length > 0));
}
