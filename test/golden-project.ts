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

/**
 * The description and the decorator's options that say the same as the arguments of a case, in a project that has the folder of the case
 * under its name.
 */
export function counterpart({name, args}: GoldenCase): {
  root: string;
  options: Readonly<Record<string, unknown>>;
} {
  const given = readLine(args, MESH_COMMAND).given;
  const options = MESH_FLAGS.flatMap(({key, type}) => {
    const option = DECORATOR_OPTIONS.get(key);
    const texts = given[key];
    if (option === undefined || texts === undefined) return [];
    const inProject = option === 'overlays' ? texts.map((file) => `${name}/${file}`) : texts;
    return [[option, type.flag.parse(inProject)]];
  });
  const output = `profiles/${name}.yaml`;
  return {root: `${name}/${given.in?.[0] ?? ''}`, options: {...Object.fromEntries(options), output}};
}
