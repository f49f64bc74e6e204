import type {RunValues} from '../../core/run/options.ts';
import {projectOutput} from '../../core/run/project.ts';
import type {ReadOptions} from '../read/read-description.ts';
import {uriOf} from '../read/source.ts';
import {outputPlace} from '../redocly-config/place-output.ts';
import type {ConfiguredApi, ProjectConfig} from '../redocly-config/project-config.ts';
import {readApi} from '../redocly-config/read-api.ts';
import {outputPointer} from '../redocly-config/redocly-decorator.ts';
import {withPositions} from '../report/report.ts';
import {type DescriptionObjects, foundIn, nothingOf, ownProblems} from './description-objects.ts';

/**
 * Reads an API of a configuration file and generates its objects, with the options of the decorator for it. Problems in the configuration
 * have no line yet.
 */
export async function apiObjects(
  api: ConfiguredApi,
  project: ProjectConfig,
  run: RunValues & ReadOptions,
): Promise<DescriptionObjects> {
  const {name, texts, problems, skipped, found} = await readApi(api, project, run);
  if (found === undefined) {
    const nothing = nothingOf(name, uriOf(api.description), texts);
    return {...nothing, problems: withPositions(problems, texts), ...(skipped !== undefined && {skipped})};
  }
  const {overlays, description, givenAt} = found;
  const output = projectOutput({
    ...found,
    ...description,
    problems: ownProblems(description),
    strict: run.strict === true,
    allowEmpty: run.allowEmpty === true,
  });
  const outputAt = {uri: givenAt.uri, pointer: outputPointer(project.content, api.alias, givenAt.pointer)};
  return {
    source: name,
    ...foundIn(description, output, {...run, overlays, strict: output.options.run.strict === true}),
    place: outputPlace(output, outputAt),
    ...(output.skipped !== undefined && {skipped: output.skipped}),
  };
}
