import {appendToken} from './json.ts';

/** The levels of problems, the most severe first: errors stop a run, warnings do so with `strict`, notes never. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A place in a document: its URI and an RFC 6901 JSON pointer in it (`''` is the whole document). */
export interface Location {
  readonly uri: string;
  readonly pointer: string;
  /** The pointer in the root document as if each `$ref` on the way were replaced by its target; absent without a `$ref`. */
  readonly access?: string;
  /** `key` for a problem of the key at the end of the pointer rather than of its value. */
  readonly at?: 'key' | 'value';
  /** Set when the text could not be parsed. */
  readonly position?: Position;
}

/** The location of the entry `token` of the map or list at `location`. */
export function childLocation({uri, pointer, access}: Location, token: string): Location {
  const child = {uri, pointer: appendToken(pointer, token)};
  return access === undefined ? child : {...child, access: appendToken(access, token)};
}

/** The location of what a dotted key names in the map at `location`. */
export function nestedLocation(location: Location, key: string): Location {
  return key.split('.').reduce(childLocation, location);
}

export function keyLocation(location: Location): Location {
  return {...location, at: 'key'};
}

/** Line and column in a text, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem, before a rule or a reader gives it a code and a severity. */
export interface Finding {
  /** One clause without a full stop: the thing, the value found and what is allowed. */
  readonly message: string;
  /** How to fix it, as an imperative. */
  readonly hint?: string;
  /** The nearest valid name, which hosts show as "did you mean …?". It takes the place of a hint. */
  readonly suggestion?: string;
  /** The dotted key of the setting that it is about. */
  readonly setting?: string;
  /** Where in which document; absent for what is not in a document. */
  readonly location?: Location;
  /** The flag, without dashes, for a value given on the command line. */
  readonly flag?: string;
  /** Where else it can be left out: it is about several places. */
  readonly alsoAt?: readonly Location[];
}

/** A finding of a reader, and the code of the rule that reports it. */
export interface FoundFault extends Finding {
  readonly code: string;
}

/** A finding about the user's input. */
export interface Problem extends Finding {
  /** The code of a rule; or `input`, `output`, `cluster`, `merge`, `overlay` or `yaml-indentation`. */
  readonly code: string;
  readonly severity: Severity;
}

/** Makes the problems of one code and severity. */
export function problemOf(code: string, severity: Severity) {
  return (message: string, hint: string, at: Pick<Finding, 'flag' | 'location'> = {}): Problem => {
    return {code, severity, message, hint, ...at};
  };
}

/** An error in what is given on the command line or read. */
export const inputError = problemOf('input', 'error');

/** A warning about what is given on the command line or read. */
export const inputWarning = problemOf('input', 'warning');

/** A note about what is given on the command line or read. */
export const inputNote = problemOf('input', 'note');

/** An error in descriptions that are merged. */
export const mergeError = problemOf('merge', 'error');

/** A note about what is in a cluster. */
export const clusterNote = problemOf('cluster', 'note');

/** An error of an output, at what it is made from. */
export const outputError = problemOf('output', 'error');

/** Faults in flags and options: all are of rules about settings, which are errors. */
export function asErrors(faults: readonly FoundFault[]): Problem[] {
  return faults.map((fault) => ({...fault, severity: 'error'}));
}

/** How to fix a problem, as one line of text. */
export function hintOf({hint, suggestion}: Finding): string | undefined {
  return suggestion === undefined ? hint : `did you mean \`${suggestion}\`?`;
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({severity}) => severity === 'error');
}

/** The same problems with every warning raised to an error; notes stay notes. */
export function raiseWarnings(problems: readonly Problem[]): Problem[] {
  return problems.map((problem) =>
    problem.severity === 'warning' ? {...problem, severity: 'error'} : problem,
  );
}

export const OVERLAY_CODE = 'overlay';

/** True for a problem of an overlay itself, such as an action that matches nothing. */
export function isOfOverlay({code}: Problem): boolean {
  return code === OVERLAY_CODE;
}

/** Of the problems of descriptions that share overlays, those of overlays that all have: what does not fit one may fit another. */
export function problemsOfAll([first = [], ...others]: readonly (readonly Problem[])[]): readonly Problem[] {
  const idOf = ({message, location}: Problem) => JSON.stringify([message, location]);
  const isIn = (problems: readonly Problem[], id: string) => problems.some((problem) => idOf(problem) === id);
  return first.filter((problem) => isOfOverlay(problem) && others.every((one) => isIn(one, idOf(problem))));
}

/** Where the values of a document that was put together from others were written, by their JSON pointers. */
export interface Origin {
  of(pointer: string): Location;
}

/** A problem, or another thing, of a document that was put together from others, at the place where its value was written. */
export function atOrigin<F extends Pick<Finding, 'location'>>(
  thing: F,
  uri: string,
  origin: Origin | undefined,
): F {
  const {location} = thing;
  return origin && location?.uri === uri
    ? {...thing, location: {...location, ...origin.of(location.pointer)}}
    : thing;
}
