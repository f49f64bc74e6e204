import {pointerTokens} from '../../core/json.ts';
import {hintOf, type Location, type Problem, type Severity} from '../../core/problem.ts';
import {printable} from '../../core/quote.ts';
import type {Resource} from '../../core/resource.ts';
import {annotationsOf} from './resources.ts';

const SEVERITY: Readonly<Record<Severity, string>> = {error: 'error', warning: 'warning', note: 'info'};

/** The path of a field: `spec.ports[0].port`, or `paths["/pets"].get` for keys that are not names. */
export function fieldPath(pointer: string): string {
  return pointerTokens(pointer)
    .map((token) => {
      if (/^\d+$/.test(token)) return `[${token}]`;
      return /^[A-Za-z_][\w-]*$/.test(token) ? `.${token}` : `[${JSON.stringify(token)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** Where problems are. */
export interface ResultPlaces {
  /** The object that a location is in, if it is in one. */
  readonly resourceAt: (uri: string) => Resource | undefined;
  /** The object that a document was named in. */
  readonly ownerOf: (uri: string) => Resource;
  /** The path of a document. */
  readonly nameOf: (uri: string) => string;
}

/**
 * A problem as a result of a function. A problem in a description has its file, and the field in that file; `resourceRef` is then the
 * object that names the description. A field needs a `resourceRef`.
 *
 * Source: KRM Functions Specification v1, `Result`.
 */
export function toResult(problem: Problem, places: ResultPlaces): object {
  const {message, severity, code, location} = problem;
  const hint = hintOf(problem);
  const tags = {
    code,
    ...(hint === undefined ? {} : {hint: printable(hint)}),
    ...(location?.position
      ? {line: String(location.position.line), column: String(location.position.column)}
      : {}),
  };
  return {message: printable(message), severity: SEVERITY[severity], ...placeOf(location, places), tags};
}

function placeOf(location: Location | undefined, {resourceAt, ownerOf, nameOf}: ResultPlaces): object {
  if (location === undefined) return {};
  const resource = resourceAt(location.uri);
  const {apiVersion, kind, name, namespace} = resource ?? ownerOf(location.uri);
  const path = fieldPath(location.pointer);
  const file = resource ? fileOf(resource) : {path: nameOf(location.uri)};
  return {
    ...(kind === '' ? {} : {resourceRef: {apiVersion, kind, name, ...(namespace === '' ? {} : {namespace})}}),
    ...(kind === '' || path === '' ? {} : {field: {path: printable(path)}}),
    ...(file ? {file: {...file, path: printable(file.path)}} : {}),
  };
}

/** The file of an object, as the orchestrator noted it. Source: KRM Functions Specification v1, "Internal Annotations". */
function fileOf(resource: Resource): {path: string; index?: number} | undefined {
  const annotations = annotationsOf(resource);
  const path = annotations.get('internal.config.kubernetes.io/path');
  const index = annotations.get('internal.config.kubernetes.io/index');
  if (typeof path !== 'string') return undefined;
  return {path, ...(index === undefined ? {} : {index: Number(index)})};
}
