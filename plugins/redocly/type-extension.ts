import type {NodeType} from '@redocly/openapi-core';
import {EXTENSION} from '../../src/core/extension.ts';
import {isMap} from '../../src/core/json-pointer.ts';
import {SCOPES, type Scope, type Setting, settingsIn} from '../../src/core/settings.ts';

type NodeTypes = Record<string, NodeType>;
type PropType = NodeType['properties'][string];

/** The types of Redocly at which `x-apigen` may stand. */
const HOSTS: Readonly<Record<Scope, string>> = {root: 'Root', path: 'PathItem', operation: 'Operation'};

const TYPES: Readonly<Record<Setting['type'], 'string' | 'integer' | 'boolean'>> = {
  string: 'string',
  int32: 'integer',
  uint32: 'integer',
  boolean: 'boolean',
};

/**
 * Adds `x-apigen` to the types of a description, so that the rule `struct` and assertions know it. `null` means "not set"
 * everywhere; unknown keys are for the rule `apigen/unknown-setting`, which knows what was meant.
 *
 * References are bundled as in an extension that no type knows, so that the bundle is the same without the plugin: one right
 * below `x-apigen` gives way to its target, as in all that has no named type, and those further down stay.
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
  /** The types of `x-apigen`, by the type at which it stands. */
  readonly hosts: readonly (readonly [host: string, extension: PropType])[];
  readonly groups: NodeTypes;
}

let made: SettingsTypes | undefined;

/** Redocly extends the types of each version of OpenAPI, and those of each API once more. */
function settingsTypes(): SettingsTypes {
  if (made) return made;
  const groups: NodeTypes = {};
  const hosts = SCOPES.map((scope) => {
    const name = `Apigen${HOSTS[scope]}Settings`;
    addGroup(name, settingsIn(scope), '', groups);
    return [HOSTS[scope], unlessNull(name)] as const;
  });
  made = {hosts, groups};
  return made;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function addGroup(name: string, settings: readonly Setting[], prefix: string, types: NodeTypes): void {
  const resolvable = prefix === '';
  const keys = [...new Set(settings.map(({key}) => key.slice(prefix.length).split('.', 1)[0] ?? ''))];
  const properties = keys.map((key): [string, PropType] => {
    const setting = settings.find((candidate) => candidate.key === `${prefix}${key}`);
    if (setting)
      return [key, unlessNull({type: TYPES[setting.type], description: setting.summary, resolvable})];
    const within = settings.filter((candidate) => candidate.key.startsWith(`${prefix}${key}.`));
    addGroup(`${name}${capitalized(key)}`, within, `${prefix}${key}.`, types);
    return [key, unlessReference(`${name}${capitalized(key)}`)];
  });
  types[name] = {properties: Object.fromEntries(properties), additionalProperties: {resolvable}};
}

/** A type that has no name. */
interface PlainType {
  readonly type: 'string' | 'integer' | 'boolean';
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
