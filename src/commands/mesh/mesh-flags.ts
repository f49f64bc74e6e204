import {RUN_OPTIONS, type RunOption} from '../../core/run/options.ts';
import {type Entry, FLAG_SETTINGS} from '../../core/settings/table.ts';

/** One flag of `apigen mesh`; its key is its name. */
export type MeshFlag = Entry &
  Pick<RunOption, 'char' | 'excludes' | 'insteadWithConfig'> & {
    /** Whether `--no-<key>` gives `false`, which replaces a `true` of the description. */
    readonly isNegatable?: boolean;
  };

/** True for a flag that takes no value. */
export function isSwitch({type}: Entry): boolean {
  return type.flag.valueName === undefined;
}

const RUN_ROWS: readonly RunOption[] = RUN_OPTIONS;

/** A flag for each option of a run that has one, and for each setting that has one. */
export const RUN_FLAGS: readonly MeshFlag[] = RUN_ROWS.flatMap((row) =>
  row.flag === undefined ? [] : [{...row, key: row.flag}],
);
export const SETTING_FLAGS: readonly MeshFlag[] = FLAG_SETTINGS.map((row) => ({
  ...row,
  isNegatable: isSwitch(row),
  insteadWithConfig: 'set it in the options of the decorator `apigen/service-profile`',
}));

/** Every flag of `apigen mesh`. */
export const MESH_FLAGS: readonly MeshFlag[] = [...RUN_FLAGS, ...SETTING_FLAGS];

/** What the command line gave, by the name of the flag: its texts; for a switch none, or `false` where it is negated. */
export type MeshArguments = Readonly<Record<string, readonly string[]>>;
