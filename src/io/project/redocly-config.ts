import path from 'node:path';
import type {Config} from '@redocly/openapi-core';
import {isMap, ownValue} from '../../core/base/json.ts';
import {childLocation, inputError, keyLocation} from '../../core/base/problem.ts';
import {isRemote, uriOf} from '../read/source.ts';
import {type ConfiguredApi, targetFiles} from './place-output.ts';
import {filesOfApis} from './redocly-decorator.ts';
import {
  type ConfigAccess,
  type ConfigContent,
  resolveWithRedocly,
  UnusableConfig,
} from './resolve-with-redocly.ts';

/** The configuration of a project as far as our outputs are concerned. */
export interface RedoclyProject extends ConfigContent {
  readonly config: Config;
  /** Absolute. */
  readonly file: string;
  readonly uri: string;
  readonly apis: readonly ConfiguredApi[];
  /** This file, their descriptions and bundles, without symbolic links: an output must not replace them. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Reads a `redocly.yaml` with Redocly's own reader. It would run the plugins that the file names, so they must be allowed.
 *
 * @throws UnusableConfig when the file cannot be read, or an API in it has no description
 */
export async function readRedoclyConfig(source: string, access: ConfigAccess = {}): Promise<RedoclyProject> {
  const file = path.resolve(source);
  const folder = path.dirname(file);
  const uri = uriOf(file);
  const resolved = await resolveWithRedocly(source, access);
  const {apis} = resolved.config.resolvedConfig;
  const entries = Object.entries(isMap(apis) ? apis : {}).map(([alias, api]) => {
    const root = ownValue(api, 'root');
    if (typeof root === 'string')
      return {alias, description: isRemote(root) ? root : path.resolve(folder, root)};
    const location = keyLocation(['apis', alias].reduce(childLocation, {uri, pointer: ''}));
    const hint = 'set the path of its description, for example `root: openapi.yaml`';
    const problem = inputError(`API ${JSON.stringify(alias)} has no \`root\``, hint, {location});
    throw new UnusableConfig([problem], new Map([[uri, resolved.text]]));
  });
  const taken = targetFiles([file, ...filesOfApis(apis, folder)]);
  return {...resolved, file, uri, apis: entries, taken};
}
