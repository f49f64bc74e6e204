import {fileURLToPath} from 'node:url';
import type {JsonMap} from '../../src/core/base/json.ts';
import {hasErrors} from '../../src/core/base/problem.ts';
import type {DocumentEntry} from '../../src/core/openapi/documents.ts';
import {readDecoratorOptions} from '../../src/core/options/decorator-options.ts';
import {type ProjectOutput, projectOutput} from '../../src/core/options/project.ts';
import {applyOverlays, type OverlaidDescription} from '../../src/core/overlay/apply-overlays.ts';
import {
  type Outputs,
  outputPlace,
  type PlacedFile,
  placeOutput,
  targetFiles,
} from '../../src/io/project/place-output.ts';
import {overlaysIn} from '../../src/io/project/redocly-decorator.ts';
import {isRemote, uriOf} from '../../src/io/read/source.ts';
import {type RedoclyDescription, readEntry} from './description.ts';
import type {RedoclyApi} from './project.ts';

/** The outputs of this process: one run of Redocly bundles or lints several APIs. */
const outputs: Outputs = new Map();

/** The output of an API, for the decorator to write and for the rules to check. */
export type RedoclyOutput = PlacedFile & Pick<ProjectOutput, 'objects' | 'options' | 'checked' | 'skipped'>;

/** Generates the output of the API that Redocly walks over, by the decorator's options as Redocly gives them. */
export function redoclyOutput(
  document: object,
  api: RedoclyApi,
  description: RedoclyDescription,
  given: JsonMap,
): RedoclyOutput {
  const overlaid = withOverlays(document, description, given, api.project);
  if (overlaid && hasErrors(overlaid.problems)) {
    // As of `apigen mesh`: other problems could be due to an overlay that cannot be applied.
    const checked = {problems: [], isForMesh: true};
    const {options} = readDecoratorOptions(given, api.optionsAt);
    return {objects: [], problems: overlaid.problems, options, checked};
  }
  const {content, origin, problems = [], files = []} = overlaid ?? {content: document};
  const options = {given, givenAt: api.optionsAt};
  const output = projectOutput({...description, ...options, document: content, origin, problems});
  const read = [...[...description.sources.values()].map(({absoluteRef}) => absoluteRef), ...files];
  const placed = placeOutput(
    {...api, taken: [...api.taken, targetFiles(read)]},
    outputPlace(output, output.options.run, api.outputAt),
    output,
    outputs,
  );
  return {...output, ...placed};
}

/** The severity of what stops the bundle: the decorator's own. */
export function severityOf({severity}: JsonMap): 'error' | 'warn' {
  return severity === 'warn' ? 'warn' : 'error';
}

/**
 * The description after the overlays that the decorator's options name, with their files; `undefined` without any. Their texts are
 * added to those of the description, to find the places of problems in.
 */
function withOverlays(
  root: object,
  {uri, texts}: Pick<RedoclyDescription, 'uri' | 'texts'>,
  given: JsonMap,
  folder: string,
): (OverlaidDescription & {readonly files: readonly string[]}) | undefined {
  const sources = overlaysIn(given, folder);
  if (sources.length === 0) return undefined;
  const uris = sources.map(uriOf);
  const overlays = uris.map((overlay) => ({
    uri: overlay,
    entry: isRemote(overlay) ? REMOTE : readEntry(overlay, 'configuration', texts),
  }));
  const files = uris.flatMap((overlay) => (isRemote(overlay) ? [] : fileURLToPath(overlay)));
  return {...applyOverlays(root, uri, overlays), files};
}

/** Decorators of Redocly cannot wait for a server. */
const REMOTE: DocumentEntry = {
  unreadable: {
    message: 'an overlay on a server is not read while Redocly runs',
    hint: 'download it, or use `apigen mesh --config`',
  },
};
