import type {JsonMap} from '../../src/core/json.ts';
import {hasErrors, type Problem} from '../../src/core/problem.ts';
import {readDecoratorOptions} from '../../src/core/run/decorator-options.ts';
import {type ProjectOutput, projectOutput} from '../../src/core/run/project.ts';
import {type Outputs, targetFiles} from '../../src/io/redocly-config/output-file.ts';
import {outputPlace, type PlacedFile, placeOutput} from '../../src/io/redocly-config/place-output.ts';
import {ownOptions} from '../../src/io/redocly-config/redocly-decorator.ts';
import type {RedoclyDescription} from './description.ts';
import {withOverlays} from './overlays.ts';
import type {RedoclyApi} from './project.ts';

/** The outputs of this process: one run of Redocly bundles or lints several APIs. */
const outputs: Outputs = new Map();

/** The output of an API, for the decorator to write and for the rules to check. */
export type RedoclyOutput = PlacedFile & Pick<ProjectOutput, 'objects' | 'options' | 'checked' | 'skipped'>;

/**
 * Generates the output of the API that Redocly walks over.
 *
 * @param given the decorator's options as Redocly gives them
 */
export function redoclyOutput(
  document: object,
  api: RedoclyApi,
  description: RedoclyDescription,
  given: JsonMap,
): RedoclyOutput {
  const options = ownOptions(given);
  const overlaid = withOverlays(document, description, options, api.project);
  if (overlaid && hasErrors(overlaid.problems)) return notOverlaid(overlaid.problems, options, api);
  const {content, origin, problems = [], files = []} = overlaid ?? {content: document};
  const request = {
    ...description,
    document: content,
    origin,
    problems,
    given: options,
    givenAt: api.optionsAt,
  };
  const output = projectOutput(request);
  const read = [...[...description.sources.values()].map(({absoluteRef}) => absoluteRef), ...files];
  const placed = placeOutput(
    {...api, taken: [...api.taken, targetFiles(read)]},
    outputPlace(output, api.outputAt),
    output,
    outputs,
  );
  return {...output, ...placed};
}

/** As of `apigen mesh`: other problems could be due to an overlay that cannot be applied. */
function notOverlaid(problems: readonly Problem[], given: JsonMap, {optionsAt}: RedoclyApi): RedoclyOutput {
  const {options} = readDecoratorOptions(given, optionsAt);
  return {objects: [], problems, options, checked: {problems: [], isForMesh: true}};
}

/** The severity of what stops the bundle: the decorator's own. */
export function severityOf({severity}: JsonMap): 'error' | 'warn' {
  return severity === 'warn' ? 'warn' : 'error';
}
