import type {Plugin} from '@redocly/openapi-core';
import {configs} from './configs.ts';
import {misspelledNames} from './misspelled.ts';
import {rules} from './rules.ts';
import {ServiceProfileDecorator} from './service-profile.ts';
import {extendTypes} from './type-extension.ts';

/**
 * The plugin of Redocly CLI, `plugins: ['@apigen/cli/redocly']`: decorator, rules, type extension and configurations. It
 * imports nothing of Redocly at run time.
 *
 * @param contentDir the folder of the configuration, as Redocly gives it
 */
export default function apigenPlugin({contentDir}: {readonly contentDir?: string} = {}): Plugin {
  const misspelled = misspelledNames(contentDir);
  const decorators = {'service-profile': ServiceProfileDecorator, ...misspelled};
  const allRules = {...rules, ...misspelled};
  return {
    id: 'apigen',
    configs,
    decorators: {oas2: decorators, oas3: decorators, ...inOtherDocuments(decorators)},
    rules: {oas2: allRules, oas3: allRules, ...inOtherDocuments(allRules)},
    typeExtension: {oas2: extendTypes, oas3: extendTypes},
  };
}

/** Rules or decorators that do nothing in documents that are not OpenAPI, where Redocly would report the names as unused. */
function inOtherDocuments(names: object) {
  const idle = Object.fromEntries(Object.keys(names).map((name) => [name, () => ({})]));
  return {async2: idle, async3: idle, arazzo1: idle, overlay1: idle, openrpc1: idle};
}
