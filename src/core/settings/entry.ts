import type {ValueType} from './types/index.ts';

/** The key of the settings in a description: at the root, at a path item and at an operation. */
export const EXTENSION = 'x-apigen';

/** Where an `x-apigen` has an effect, and what messages call the place. */
export const SCOPES = ['root', 'path', 'operation'] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  root: 'the root',
  path: 'a path item',
  operation: 'an operation',
};

/** The outputs that the setting `target` chooses from. */
export const TARGET_NAMES = ['service-profile', 'httproute'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** One key that may be set, and what it takes. */
export interface Entry {
  /** Dotted name: the flag `--service.name` and the nested key `service: {name: …}`. */
  readonly key: string;
  readonly type: ValueType;
  readonly default?: unknown;
  readonly example: unknown;
  /** One line for help, schema and docs. */
  readonly summary: string;
  /** Heading of the flag in `--help`. */
  readonly group: string;
  /** The only target that uses it; absent where all do. */
  readonly target?: TargetName;
}

export interface Setting extends Entry {
  /** Whether there is a flag; a setting that makes sense at one place only has none. */
  readonly flag: boolean;
  /** The places where the key has an effect. */
  readonly scopes: readonly Scope[];
}
