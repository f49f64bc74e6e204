import {existsSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {nearestKey} from '../../core/nearest-key.ts';
import type {ConfiguredApi} from './project-config.ts';
import type {RedoclyProject} from './redocly-config.ts';
import {UnknownApi, UnusableConfig} from './unusable-config.ts';

/**
 * The APIs of a project that are asked for, all of them without names. As in Redocly, an API is named by its name or by its
 * description's path, in `apis` or not; a leading `@` is ignored.
 *
 * @throws UnknownApi for a name that is neither
 * @throws UnusableConfig for a configuration without APIs
 */
export function chosenApis(
  project: RedoclyProject,
  names: readonly string[],
  folder: string,
): readonly ConfiguredApi[] {
  if (names.length > 0) return names.map((name) => chosenApi(project, name, folder));
  if (project.apis.length > 0) return project.apis;
  throw new UnusableConfig({
    message: 'no APIs in the configuration',
    hint: 'for example `apis: {core@v1: {root: openapi.yaml}}`',
    location: {uri: pathToFileURL(project.file).href, pointer: ''},
  });
}

function chosenApi({apis, file}: RedoclyProject, name: string, folder: string): ConfiguredApi {
  const plain = name.replace(/^@/, '');
  const description = path.resolve(folder, name);
  const api =
    apis.find(({alias}) => alias === name) ??
    apis.find(({alias}) => alias === plain) ??
    apis.find((candidate) => candidate.description === description);
  if (api) return api;
  if (existsSync(description)) return {description};
  const aliases = apis.flatMap(({alias}) => alias ?? []);
  const meant = nearestKey(plain, aliases);
  const known = aliases.length > 0 ? `APIs in it: ${aliases.join(', ')}` : 'name the path of a description';
  throw new UnknownApi({
    message: `unknown API ${JSON.stringify(name)}: neither in ${path.relative(folder, file)} nor a file`,
    ...(meant === undefined ? {hint: known} : {suggestion: meant}),
  });
}
