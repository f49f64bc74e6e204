import {at, listAt, numberAt, textAt} from '../cluster/json.ts';
import {idOf, type KubernetesObject} from '../cluster/objects.ts';

/** How an upgrade changes the objects of the release; objects are named like `Service/tracer`. */
export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly ObjectChange[];
  readonly removed: readonly string[];
}

/** A changed object and the paths of its changed fields, such as `spec.type`. */
export interface ObjectChange {
  readonly object: string;
  readonly fields: readonly string[];
}

/** Set by the chart's version or derived from other objects, so they say nothing to the user. */
const DERIVED = /^(app\.kubernetes\.io\/version|helm\.sh\/chart|checksum\/)/;

const isContainer = (value: unknown) => typeof value === 'object' && value !== null;

/** The paths below `path` at which two values differ. */
function differences(one: unknown, other: unknown, path: string): string[] {
  if (!isContainer(one) || !isContainer(other)) return one === other ? [] : [path];
  const keys = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return keys
    .filter((key) => !DERIVED.test(key))
    .flatMap((key) => {
      const inner = Array.isArray(one) ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${key}`;
      return differences(at(one, key), at(other, key), inner);
    });
}

/** Compares the installed objects with those that an installation would write. */
export function changesBetween(
  installed: readonly KubernetesObject[],
  rendered: readonly KubernetesObject[],
): Changes {
  const before = new Map(installed.map((object) => [idOf(object), object]));
  const after = new Map(rendered.map((object) => [idOf(object), object]));
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    changed: [...after].flatMap(([id, object]) => {
      const old = before.get(id);
      const fields = old === undefined ? [] : differences(old.body, object.body, '');
      return fields.length === 0 ? [] : [{object: id, fields}];
    }),
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

/** The volume claims of a StatefulSet, such as `data-tracer-postgresql-0`. */
export function claimsOf({name, body}: KubernetesObject): string[] {
  const replicas = Math.max(1, numberAt(body, 'spec', 'replicas'));
  return listAt(body, 'spec', 'volumeClaimTemplates').flatMap((template) =>
    Array.from({length: replicas}, (_, index) => `${textAt(template, 'metadata', 'name')}-${name}-${index}`),
  );
}

/** The volume claims, and with them the data, that removing these installed objects deletes. */
export function deletedVolumes(installed: readonly KubernetesObject[], {removed}: Changes): string[] {
  return installed
    .filter((object) => removed.includes(idOf(object)))
    .flatMap((object) => {
      if (object.kind === 'PersistentVolumeClaim') return [object.name];
      const whenDeleted = textAt(
        object.body,
        ...['spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted'],
      );
      return object.kind === 'StatefulSet' && whenDeleted === 'Delete' ? claimsOf(object) : [];
    });
}
