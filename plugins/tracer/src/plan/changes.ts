import {isDeepStrictEqual} from 'node:util';
import {parseAllDocuments} from 'yaml';
import {at, listAt, numberAt, textAt} from '../cluster/json.ts';
import {idOf, isVolume, type KubernetesObject, type Manifest, sameIn} from '../cluster/objects.ts';

/** A changed field, such as `spec.type`, with its values as short texts; `***` where it may be a secret. */
export type FieldChange = Readonly<Record<'path' | 'before' | 'after', string>>;

/** Set by the chart's version or derived from other objects, so they say nothing to the user. */
const DERIVED = /^(app\.kubernetes\.io\/version|helm\.sh\/chart|checksum\/)/;

/** A path or a text that may contain a secret, such as the value of an environment variable. */
const SECRET = /\benv\[\d+\]\.value$|password|token|secret|authorization|headers|api-?key/i;

const LONGEST_VALUE = 80;

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ');
  if (SECRET.test(line)) return '***';
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line || 'none';
}

/** The content of a YAML file, whose keys say what is a secret; any other value as it is. */
function contentOf(value: unknown, path: string): unknown {
  if (typeof value !== 'string' || !/\.ya?ml$/.test(path)) return value;
  return parseAllDocuments(value).map((document) => document.toJS());
}

/** The fields below `path` at which two values differ. */
function differences(before: unknown, after: unknown, path: string, hidden: boolean): FieldChange[] {
  const [one, other] = [contentOf(before, path), contentOf(after, path)];
  if (isDeepStrictEqual(one, other)) return [];
  if ([one, other].some((value) => typeof value !== 'object' || value === null)) {
    const show = hidden || SECRET.test(path) ? () => '***' : shown;
    return [{path, before: show(one), after: show(other)}];
  }
  const keys = Object.keys({...Object(one), ...Object(other)}).filter((key) => !DERIVED.test(key));
  return keys.flatMap((key) => {
    const inner = Array.isArray(one) ? `${path}[${key}]` : [path, key].filter(Boolean).join('.');
    return differences(at(one, key), at(other, key), inner, hidden);
  });
}

/** Those of `objects` that are not among `others`, by kind and name. */
export const notIn = (others: Manifest, objects: Manifest) =>
  objects.filter((object) => !sameIn(others, object));

/** How an installation changes the installed objects, which are named like `Service/tracer`. */
export function changesBetween(installed: Manifest, rendered: Manifest) {
  return {
    added: notIn(installed, rendered).map(idOf),
    changed: rendered.flatMap((object) => {
      const before = sameIn(installed, object);
      const fields = before ? differences(before.body, object.body, '', object.kind === 'Secret') : [];
      return fields.length === 0 ? [] : [{object: idOf(object), fields}];
    }),
    removed: notIn(rendered, installed).map(idOf),
  };
}

/** The volume claims of a StatefulSet, such as `data-tracer-postgresql-0`. */
export function claimsOf({name, body}: KubernetesObject): string[] {
  const replicas = Math.max(1, numberAt(body, 'spec', 'replicas'));
  return listAt(body, 'spec', 'volumeClaimTemplates').flatMap((template) =>
    Array.from({length: replicas}, (_, index) => `${textAt(template, 'metadata', 'name')}-${name}-${index}`),
  );
}

/** The volume claims, and with them the data, that removing these objects deletes. */
export function volumesDeletedWith(objects: Manifest): string[] {
  return objects.flatMap((object) => {
    if (isVolume(object)) return [object.name];
    const policy = ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted'];
    const deleted = object.kind === 'StatefulSet' && textAt(object.body, ...policy) === 'Delete';
    return deleted ? claimsOf(object) : [];
  });
}
