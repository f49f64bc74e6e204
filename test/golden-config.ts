import {readFileSync} from 'node:fs';
import path from 'node:path';
import {readLine} from '../src/commands/arguments/arguments.ts';
import {MESH_FLAGS} from '../src/commands/arguments/flags.ts';
import {MESH_COMMAND} from '../src/commands/mesh/run-mesh.ts';
import {RUN_OPTIONS, type RunOption} from '../src/core/options/options.ts';
import {FLAG_SETTINGS} from '../src/core/settings/table.ts';
import type {GoldenCase} from './golden-cases.ts';

const RUN_ROWS: readonly RunOption[] = RUN_OPTIONS;

/** The options of the decorator by the flag that means the same. */
const DECORATOR_OPTIONS: ReadonlyMap<string, string> = new Map([
  ...FLAG_SETTINGS.map(({key}) => [key, key] as const),
  ...RUN_ROWS.flatMap(({key, flag, decorator}) => (decorator && flag ? [[flag, key] as const] : [])),
]);

/** The description and the decorator's options that say the same as the arguments of a case. */
function counterpart({name, args}: GoldenCase): {root: string; options: Readonly<Record<string, unknown>>} {
  const given = readLine(args, MESH_COMMAND).given;
  const options = MESH_FLAGS.flatMap(({key, type}) => {
    const option = DECORATOR_OPTIONS.get(key);
    const texts = given[key];
    if (option === undefined || texts === undefined) return [];
    // The folder of a case is a folder of the project.
    const inProject = option === 'overlays' ? texts.map((file) => `${name}/${file}`) : texts;
    return [[option, type.flag.parse(inProject)]];
  });
  const output = `profiles/${name}.yaml`;
  return {root: `${name}/${given.in?.[0] ?? ''}`, options: {...Object.fromEntries(options), output}};
}

/** The text of the description of a case. */
export function descriptionOf(golden: GoldenCase): string {
  return readFileSync(path.join(path.dirname(golden.folder), counterpart(golden).root), 'utf8');
}

/**
 * The `redocly.yaml` of a project whose APIs are cases, each in a folder of its name.
 *
 * @param more options of the decorator that replace those of a case
 */
export function configOf(
  selected: readonly GoldenCase[],
  plugin: boolean,
  more: (golden: GoldenCase) => object = () => ({}),
) {
  const apis = selected.map((golden) => {
    const {root, options} = counterpart(golden);
    const files = golden.redoclyOverlays.map((file) => `${golden.name}/${file}`);
    // The oldest version of Redocly does not know the key.
    const overlays = files.length > 0 && {overlays: files};
    const decorators = plugin ? {decorators: {'apigen/service-profile': {...options, ...more(golden)}}} : {};
    return [golden.name, {root, output: `bundles/${golden.name}.yaml`, ...overlays, ...decorators}];
  });
  return {
    ...(plugin ? {plugins: ['@apigen/cli/redocly'], extends: ['apigen/recommended']} : {}),
    apis: Object.fromEntries(apis),
  };
}
