import path from 'node:path';
import {localFiles} from '../read/source.ts';
import {type Outputs, type ProjectApi, targetFiles} from '../redocly-config/output-file.ts';
import {placeOutput} from '../redocly-config/place-output.ts';
import type {ConfiguredApi} from '../redocly-config/project-config.ts';
import type {RedoclyProject} from '../redocly-config/redocly-config.ts';
import type {PlacedOutput} from './deliver-outputs.ts';
import type {DescriptionOutput} from './description-output.ts';
import type {GeneratedApis} from './generate-apis.ts';

/**
 * Gives the output of each API its file. The first of two APIs with the same output has it.
 *
 * @param folder the working directory
 */
export function placeApis({generated, apis, project, nameOf}: GeneratedApis, folder: string): PlacedOutput[] {
  const placed: Outputs = new Map();
  return generated.map((output, index) => {
    const {place, source, text, ...rest} = output;
    const api = {...rest, api: source, source: nameOf(output.uri), shown: ''};
    const configured = apis[index];
    if (project === undefined || place === undefined || configured === undefined) return api;
    const {file, problems} = placeOutput(projectApi(configured, project, output), place, output, placed);
    if (file === undefined || text === undefined) return {...api, problems};
    return {...api, text, file, shown: path.relative(folder, file)};
  });
}

function projectApi(
  {alias, description}: ConfiguredApi,
  {file, taken}: RedoclyProject,
  {documents}: DescriptionOutput,
): ProjectApi {
  return {
    project: path.dirname(file),
    alias,
    description,
    taken: [taken, targetFiles(localFiles(documents))],
  };
}
