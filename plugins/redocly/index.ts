import type {NodeType, Plugin} from '@redocly/openapi-core';
import {isMap} from '../../src/core/base/json.ts';
import {LINT_RULES} from '../../src/core/generate/lint.ts';
import {EXTENSION, SCOPES, type Scope} from '../../src/core/settings/table.ts';
import {PRESETS} from '../../src/io/project/redocly-decorator.ts';
import {rules} from './rules.ts';
import {ServiceProfileDecorator} from './service-profile.ts';

/**
 * The plugin of Redocly CLI, `plugins: ['@apigen/cli/redocly']`: decorator, rules, type extension and configurations. It
 * imports nothing of Redocly at run time.
 */
export default function apigenPlugin(): Plugin {
  const decorators = {'service-profile': ServiceProfileDecorator};
  return {
    id: 'apigen',
    configs,
    decorators: {oas2: decorators, oas3: decorators, ...inOtherDocuments(decorators)},
    rules: {oas2: rules, oas3: rules, ...inOtherDocuments(rules)},
    typeExtension: {oas2: extendTypes, oas3: extendTypes},
  };
}

/** Rules or decorators that do nothing in documents that are not OpenAPI, where Redocly would report the names as unused. */
function inOtherDocuments(names: object) {
  const idle = Object.fromEntries(Object.keys(names).map((name) => [name, () => ({})]));
  return {async2: idle, async3: idle, arazzo1: idle, overlay1: idle, openrpc1: idle};
}

function severities(warning: 'error' | 'warn') {
  const of = {error: 'error', warning, note: 'off'} as const;
  const ours = LINT_RULES.map(
    ({code, severity, lintSeverity = severity}) => [`apigen/${code}`, of[lintSeverity]] as const,
  );
  // Redocly's own rule: an unresolved reference stops the bundle.
  return Object.fromEntries([...ours, ['no-unresolved-refs', 'error'] as const]);
}

const configs = {
  recommended: {...PRESETS.recommended, rules: severities('warn')},
  strict: {...PRESETS.strict, rules: severities('error')},
};

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
