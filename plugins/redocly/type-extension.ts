import type {NodeType} from '@redocly/openapi-core';
import {isMap} from '../../src/core/json.ts';
import {
  childrenOf,
  type Entry,
  EXTENSION,
  SCOPES,
  type Scope,
  settingsIn,
} from '../../src/core/settings/table.ts';
import type {ValueType} from '../../src/core/settings/types/index.ts';

type NodeTypes = Record<string, NodeType>;
type PropType = NodeType['properties'][string];

/** Redocly's types that may have an `x-apigen`. */
const HOSTS: Readonly<Record<Scope, string>> = {root: 'Root', path: 'PathItem', operation: 'Operation'};

/**
 * Adds `x-apigen` to the types of a description, so that the rule `struct` and assertions know it. `null` means "not set"
 * everywhere; unknown keys are left to the rule `apigen/unknown-setting`, which suggests the nearest one.
 *
 * References are bundled as in an extension without a type, so that the bundle is the same without the plugin: one directly
 * below `x-apigen` is replaced by its target, as in everything without a named type, and those further down stay.
 */
export function extendTypes(types: NodeTypes): NodeTypes {
  const {hosts, groups} = settingsTypes();
  const extended = {...types, ...groups};
  for (const [name, extension] of hosts) {
    const host = types[name];
    if (host) extended[name] = {...host, properties: {...host.properties, [EXTENSION]: extension}};
  }
  return extended;
}

interface SettingsTypes {
  /** The types of `x-apigen`, by the type that has it. */
  readonly hosts: readonly (readonly [host: string, extension: PropType])[];
  readonly groups: NodeTypes;
}

let known: SettingsTypes | undefined;

/** Computed once: Redocly extends the types for each version of OpenAPI, and again for each API. */
function settingsTypes(): SettingsTypes {
  if (known) return known;
  const groups: NodeTypes = {};
  const hosts = SCOPES.map((scope) => {
    const name = `Apigen${HOSTS[scope]}Settings`;
    addGroup(name, settingsIn(scope), '', groups);
    return [HOSTS[scope], unlessNull(name)] as const;
  });
  known = {hosts, groups};
  return known;
}

function addGroup(typeName: string, entries: readonly Entry[], prefix: string, types: NodeTypes): void {
  const resolvable = prefix === '';
  const properties = childrenOf(entries, prefix).map(({name, entry, within}): [string, PropType] => {
    if (entry) {
      const {type, summary: description} = entry;
      return [name, unlessNull({type: type.redocly, description, resolvable})];
    }
    const group = `${typeName}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    addGroup(group, within, `${prefix}${name}.`, types);
    return [name, unlessReference(group)];
  });
  types[typeName] = {properties: Object.fromEntries(properties), additionalProperties: {resolvable}};
}

/** A type without a name. */
interface PlainType {
  readonly type: ValueType['redocly'];
  readonly description: string;
  readonly resolvable: boolean;
}

function unlessNull(type: string | PlainType): PropType {
  return (value: unknown) => (value === null ? null : type);
}

function unlessReference(group: string): PropType {
  return (value: unknown) => {
    if (value === null) return null;
    return isMap(value) && typeof value.$ref === 'string' ? {type: 'object'} : group;
  };
}
