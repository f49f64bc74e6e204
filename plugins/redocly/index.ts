import type {Plugin} from '@redocly/openapi-core';
import {configs} from './configs.ts';
import {rules} from './rules.ts';
import {NoServiceProfileDecorator, ServiceProfileDecorator} from './service-profile.ts';
import {extendTypes} from './type-extension.ts';

const decorators = {'service-profile': ServiceProfileDecorator};
const others = {'service-profile': NoServiceProfileDecorator};

/**
 * The plugin of Redocly CLI, `plugins: [apigen/redocly]`: decorator, rules, type extension and configurations. Redocly hands
 * over what it has read; the plugin imports nothing of Redocly's at run time.
 */
export default function apigenPlugin(): Plugin {
  return {
    id: 'apigen',
    configs,
    decorators: {oas2: decorators, oas3: decorators, async2: others, async3: others, arazzo1: others},
    rules: {oas2: rules, oas3: rules},
    typeExtension: {oas2: extendTypes, oas3: extendTypes},
  };
}
