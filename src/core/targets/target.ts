import type {Description} from '../openapi/description.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import type {Operation} from '../openapi/operation.ts';
import type {OutputChoices} from '../output-choices.ts';
import type {Finding} from '../problem.ts';
import type {Rule, RuleFacts} from '../rule.ts';
import type {TargetName} from '../settings/table.ts';
import type {RoutePolicy} from './policies.ts';

/** A Kubernetes object, with its keys in the order in which they are written. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly namespace: string; readonly [field: string]: unknown};
  readonly [field: string]: unknown;
}

/** A rule about the objects of an output; it is applied when the description has no error. */
export interface OutputRule extends RuleFacts {
  /** The findings; pure. */
  check(objects: readonly KubernetesObject[], description: Pick<Description, 'uri'>): readonly Finding[];
}

/** What an output is made from. */
export interface TargetInput {
  /** The operations that give a route, in the order of the routes. */
  readonly routes: readonly Operation[];
  readonly settings: EffectiveSettings;
  readonly apiVersion: string;
  readonly choices: OutputChoices;
}

/** The path of a match, as it is written: an expression has to match the whole path. */
export interface MatchedPath {
  readonly type: 'Exact' | 'PathPrefix' | 'RegularExpression';
  readonly value: string;
}

/** One match of an output, with which the mesh compares requests. */
export interface RouteMatch extends MatchedPath {
  /** Absent for the match of what is not described, which takes every path. */
  readonly operation?: Operation;
}

/** One output: how routes become Kubernetes objects. Its folder also holds the rules that are its own. */
export interface Target {
  readonly name: TargetName;
  /** What messages call the output: `ServiceProfile`. */
  readonly kind: string;
  /** The values of `apiVersion` that meshes serve; the first is the default. */
  readonly apiVersions: readonly [string, ...string[]];
  /** The file of an API's output when no other is named; `{api}` is the API's name. */
  readonly outputFile: string;
  /** The checks that are its own. */
  readonly rules: readonly Rule[];
  /** The objects; pure. */
  toObjects(input: TargetInput): readonly KubernetesObject[];
  /** The matches of the output, the one that the mesh prefers first: of those that take a request it uses the first. */
  matches(input: TargetInput): readonly RouteMatch[];
  /** What an object of the output does with the requests of each of its routes. */
  policies(object: KubernetesObject): readonly RoutePolicy[];
  /** Why the mesh prefers a match to a later one that takes the same request, as a clause. */
  preference(match: MatchedPath, later: MatchedPath, settings: EffectiveSettings): string;
}
