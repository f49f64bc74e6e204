import type {Problem} from '../../core/base/problem.ts';
import type {MeshName, TargetName} from '../../core/meshes.ts';
import type {MatchedPath} from '../../core/targets/target.ts';

/** The data of the page of `apigen report`, as JSON. Indices save most of its size: most routes share their settings. */
export interface PageData {
  /** The day in UTC, as `2026-01-31`. */
  readonly date: string;
  /** Of apigen. */
  readonly version: string;
  readonly apis: readonly PageApi[];
  /** How many requests of a log no route describes, and the most frequent of them; absent without a log. */
  readonly undescribed?: number;
  readonly unmatched?: readonly {readonly shape: string; readonly count: number}[];
}

export interface PageApi {
  readonly title: string;
  /** Its `info.version`. */
  readonly version?: string | undefined;
  /** The description as the user named it, or the name of the API in redocly.yaml. */
  readonly source: string;
  readonly service?: string;
  readonly target: TargetName;
  readonly kind: string;
  readonly mesh?: MeshName;
  readonly gateway?: string;
  /** Empty for all. */
  readonly hostnames: readonly string[];
  readonly base: string;
  /** Whether paths are compared without case. */
  readonly ignoresCase?: true;
  readonly routes: readonly PageRoute[];
  /** In the order of the mesh, as a target gives them. */
  readonly matches: readonly PageMatch[];
  /** The distinct values of settings, with where each comes from. */
  readonly values: readonly PageValue[];
  /** All problems; those of a route are named by it. */
  readonly problems: readonly PageProblem[];
}

export interface PageRoute {
  readonly method: string;
  /** The path template, with the prefix and without `path.base`. */
  readonly path: string;
  /** The paths it matches, without `path.base`. */
  readonly expression: string;
  readonly template: string;
  /** The template as written, where `template` has the prefix too. */
  readonly written?: string | undefined;
  readonly tags: readonly string[];
  readonly place: string;
  /** Who may call it, where that is enforced, and whether that is everybody. */
  readonly who?: string;
  readonly isPublic?: boolean;
  readonly isUndeclared?: boolean;
  /** The name of the HTTPRoute that has it, and of its rule. */
  readonly object?: string;
  /** In seconds; 0 is no timeout. Absent when it is not set. */
  readonly timeout?: number;
  /** Absent without a log. */
  readonly traffic?: PageTraffic;
  readonly isChanged: boolean;
  /** Indices of `values`, in the order of the settings table. */
  readonly values: readonly number[];
  /** Indices of `problems`. */
  readonly problems: readonly number[];
}

/** The requests of a route in a log; durations in milliseconds, absent where the log has none. */
export interface PageTraffic {
  readonly requests: number;
  /** Those that a timeout cut. */
  readonly cut: number;
  readonly p50?: number | undefined;
  readonly p99?: number | undefined;
  /** Whether the 99th percentile is over the timeout. */
  readonly isOver?: boolean;
}

/** A match; `route`, an index of `routes`, is absent for what is not described. */
export interface PageMatch extends MatchedPath {
  readonly route?: number;
  /** Its method, if that is another than the route's. */
  readonly method?: string;
}

export interface PageValue {
  readonly key: string;
  readonly text: string;
  /** `path openapi.yaml:12`, `--path.base`, `default`. */
  readonly from: string;
}

export interface PageProblem extends Pick<Problem, 'severity' | 'code' | 'message' | 'hint'> {
  /** `openapi.yaml:12:3`, or a flag; absent for what has no place. */
  readonly place?: string;
  /** The address of its rule's page; absent for what no rule reports. */
  readonly page?: string;
}
