import type {NodeType} from '@redocly/openapi-core';
import {isMap} from '../../src/core/json.ts';
import {EXTENSION, SCOPES, type Scope} from '../../src/core/settings/table.ts';

type NodeTypes = Record<string, NodeType>;

/** Redocly's types that may have an `x-apigen`. */
const HOSTS: Readonly<Record<Scope, string>> = {root: 'Root', path: 'PathItem', operation: 'Operation'};

/** As of an extension without a type: any keys, and references directly below are bundled. */
const SETTINGS_TYPE: NodeType = {properties: {}, additionalProperties: {resolvable: true}};

/**
 * Adds `x-apigen` to the types of a description, each scope's under its own name for assertions. What it contains is left to
 * our rules: the rule `struct` would report each wrong value a second time, in other words.
 */
export function extendTypes(types: NodeTypes): NodeTypes {
  const extended = {...types};
  for (const scope of SCOPES) {
    const host = types[HOSTS[scope]];
    if (!host) continue;
    const name = `Apigen${HOSTS[scope]}Settings`;
    extended[name] = SETTINGS_TYPE;
    const extension = (value: unknown) => (isMap(value) && !('$ref' in value) ? name : undefined);
    extended[HOSTS[scope]] = {...host, properties: {...host.properties, [EXTENSION]: extension}};
  }
  return extended;
}
