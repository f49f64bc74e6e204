import type {Plugin} from '@redocly/openapi-core';
import {configs} from './configs.ts';
import {rules} from './rules.ts';
import {ServiceProfileDecorator} from './service-profile.ts';
import {extendTypes} from './type-extension.ts';

const decorators = {'service-profile': ServiceProfileDecorator};

/**
 * The plugin of Redocly CLI, `plugins: ['@apigen/cli/redocly']`: decorator, rules, type extension and configurations. It
 * imports nothing of Redocly at run time.
 */
export default function apigenPlugin(): Plugin {
  return {
    id: 'apigen',
    configs,
    decorators: {oas2: decorators, oas3: decorators},
    rules: {oas2: rules, oas3: rules},
    typeExtension: {oas2: extendTypes, oas3: extendTypes},
  };
}
