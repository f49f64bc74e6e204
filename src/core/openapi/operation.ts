import type {Finding, Location} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import type {ParameterPattern, ParameterSchema} from '../routes/parameter-pattern.ts';
import type {SettingValues} from '../settings/table.ts';
import type {ForeignReading} from './foreign-settings.ts';
import type {Placed} from './placed.ts';
import type {Servers} from './servers.ts';

/** The settings of an `x-apigen`, and where it is; the location is absent when there is none. */
export interface SettingsAt {
  readonly values: SettingValues;
  readonly extension?: Location;
  /** Where the extensions of Linkerd are, by the key that they set and `x-apigen` does not. */
  readonly linkerd?: ReadonlyMap<string, Location>;
}

export interface PathItem {
  /** The path template as written, with `{parameters}`. */
  readonly path: string;
  /** The same as written, where `path` begins with a prefix of its own. */
  readonly template?: string;
  readonly settings: SettingsAt;
  /** The methods that it describes, in upper case, those of disabled operations too. */
  readonly methods: ReadonlySet<string>;
  readonly servers?: Servers;
  /** A `security` here, where it has no effect. */
  readonly security?: Location;
  /** Where the path item is in `paths`. */
  readonly location: Location;
}

/** A path parameter, with what its schema says. */
export interface DescribedParameter {
  readonly name: string;
  /** Whether it spans segments by its declaration. */
  readonly isMultiSegment?: boolean;
  /** Whether the empty rest of a path is a value, if it spans segments: its `format` is `path`. */
  readonly isConverter?: boolean;
  readonly location: Location;
  /** @param missing gets the places that it refers to and that could not be looked up */
  readonly schema: (missing?: Location[]) => ParameterSchema;
  readonly pattern: () => ParameterPattern;
}

export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly pathItem: PathItem;
  readonly settings: SettingsAt;
  readonly servers?: Servers;
  /** Its path parameters, here or at the path item, the last one of each name. */
  readonly parameters: readonly DescribedParameter[];
  /** Its `security`, or that of the root. */
  readonly security?: Placed;
  /** The keys of its `responses` that are server errors, such as `503` and `5XX`, in order. */
  readonly failures: readonly string[];
  readonly operationId?: string;
  readonly tags: readonly string[];
  /** The settings in Linkerd's own extensions, which count on request; absent when there are none. */
  readonly linkerd?: ForeignReading;
  /** Where the operation is, maybe in another document. */
  readonly location: Location;
  /** Of a method that is not described but added: the operation that it is treated as. */
  readonly addedTo?: RoutedOperation;
}

/** An `x-apigen-ignore`, as written. */
export interface IgnoredAt extends Placed {
  /** The URI of the description, and the pointer in it from which on it applies, as if each `$ref` were replaced. */
  readonly rootUri: string;
  readonly place: string;
}

export interface RoutedOperation extends Operation {
  /** The paths that it matches, as `pathExpression` gives them; without `path.base`, and with `path.ignore_case` without case. */
  readonly expression: string;
  /** The parameters that match more than their schemas say, where these count. */
  readonly widened?: readonly Finding[];
}

/** An operation whose path begins with a prefix of its own. */
export function withPrefix(operation: Operation, prefix: string): Operation {
  const {pathItem} = operation;
  const {path, template = path} = pathItem;
  return {...operation, pathItem: {...pathItem, path: prefix + path, template}};
}

/** An operation in quotes: `"GET /pets"`. */
export function operationName({method, pathItem: {path, template = path}}: Operation): string {
  return quote(`${method} ${template}`);
}
