import type {JsonMap} from '../base/json.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import type {OwnObjects} from './own-objects.ts';

/** A kind of objects in one role, as apigen generates them: all that differs by kind once they are written. */
export interface ObjectKind {
  readonly kind: string;
  /** In lower case, as its CRD has it. */
  readonly plural: string;
  /** One for each API group in which something reads such objects. */
  readonly apiVersions: readonly string[];
  /** Whether an object of this kind has the role, if not all of them have. */
  isInRole?(object: unknown): boolean;
  /** Where in a cluster the objects are that the settings of a Service give, and those that others of its settings gave. */
  ownObjects(settings: EffectiveSettings): readonly Omit<OwnObjects, 'apiVersion' | 'kind'>[];
  /** What they say, if they are policies: who may call, or how often. What they are for is written after them, and not if one of them fails. */
  readonly policyOn?: 'callers' | 'rates';
  /** Whether a controller says of a policy that it has accepted it, if not of all. */
  hasStatus?(policy: unknown): boolean;
  /** Whether another object in the namespace of a policy may let more callers in, whatever that says. */
  isWidenedBy?(policy: unknown, other: unknown): boolean;
  /** True if there are none for a Service in the namespace of its routes. */
  readonly isAcrossNamespaces?: true;
  /** The Service that an object is for, also one of somebody else; `undefined` for another parent. */
  serviceOf(object: unknown): NamedService | undefined;
  /** The parts of an object that `diff` shows, by route; it shows the rest as a whole. */
  routes(object: unknown): readonly RouteFields[];
}

/** The Service that an object is for, and the Gateway whose requests it sends there. */
export interface NamedService {
  readonly name: string;
  readonly namespace: string;
  readonly gateway?: string;
}

/** One route of an object, and the fields that say how its requests are treated. */
export interface RouteFields {
  readonly route: string;
  readonly fields: JsonMap;
  /** The paths that it matches, where its name has only the template. */
  readonly path?: string;
  /** The name of its rule, to which policies are attached. */
  readonly rule?: unknown;
}
