import {parseArgs} from 'node:util';
import type {Problem} from '../../core/problem.ts';
import {settingErrors} from '../../core/rules/setting-faults.ts';
import {RUN_OPTIONS, type RunOption, type RunValues} from '../../core/run/options.ts';
import {parseFlags, readFlagValues} from '../../core/settings/read.ts';
import {FLAG_SETTINGS, type FlagValues} from '../../core/settings/table.ts';
import {isSwitch, MESH_FLAGS, type MeshArguments, type MeshFlag} from './mesh-flags.ts';

/**
 * Reads the arguments of `apigen mesh` with Node's own parser, which takes a millisecond where loading oclif takes sixty.
 * `undefined` for whatever is not plainly right: help, an unknown or repeated flag, a missing value, flags that exclude
 * each other. oclif then reads the same arguments, and reports what is wrong.
 */
export function quickMeshArguments(given: readonly string[]): MeshArguments | undefined {
  const args = withBareCheck(given);
  // oclif reads `-i=file` as `file`, Node's parser as `=file`.
  if (args.some((arg) => arg === '--' || /^-[a-z]=/.test(arg))) return undefined;
  const texts = tryParse(args);
  if (texts === undefined) return undefined;
  const isRight = (flag: MeshFlag) =>
    !(flag.key in texts) ||
    (!isRepeated(flag, texts) && excludedBy(flag, texts).length === 0 && !isWronglyNegated(flag, texts));
  return MESH_FLAGS.every(isRight) ? texts : undefined;
}

/**
 * With `--config`, and where no value follows, as after the name of an API, `--check` takes no file. It is given an empty one, so
 * that parsers do not take the next word for it.
 */
export function withBareCheck(args: readonly string[]): string[] {
  const hasConfig = args.some((arg) => arg === '--config' || arg.startsWith('--config='));
  const isBare = (index: number) => hasConfig || (args[index + 1]?.startsWith('--') ?? true);
  return args.map((arg, index) => (arg === '--check' && isBare(index) ? '--check=' : arg));
}

function parserOptions(flags: readonly MeshFlag[]) {
  return Object.fromEntries(
    flags.map((flag) => {
      const {key, char} = flag;
      const form = isSwitch(flag) ? ('boolean' as const) : ('string' as const);
      return [key, {type: form, multiple: true, ...(char === undefined ? {} : {short: char})}];
    }),
  );
}

function tryParse(args: readonly string[]): MeshArguments | undefined {
  try {
    const options = parserOptions(MESH_FLAGS);
    return toTexts(parseArgs({args: [...args], options, strict: true, allowNegative: true}).values);
  } catch {
    return undefined;
  }
}

/** The texts of flags as a parser gives them: a text, a boolean for a switch, or a list of them. */
export function toTexts(values: Readonly<Record<string, unknown>>): MeshArguments {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, textsOf(value)]])),
  );
}

/** A switch counts as it is given last. */
function textsOf(value: unknown): string[] {
  const given = [value].flat();
  if (given.at(-1) === false) return [String(false)];
  return given.filter((one) => typeof one === 'string');
}

/** True for a flag that was given several times and can only be given once. */
export function isRepeated({key, type}: MeshFlag, given: MeshArguments): boolean {
  return type.flag.repeatable !== true && (given[key]?.length ?? 0) > 1;
}

function isWronglyNegated(flag: MeshFlag, given: MeshArguments): boolean {
  return isSwitch(flag) && flag.isNegatable !== true && given[flag.key]?.includes(String(false)) === true;
}

/** The flags given that `flag` cannot be combined with. */
export function excludedBy({excludes = []}: MeshFlag, given: MeshArguments): readonly string[] {
  return excludes.filter((name) => name in given);
}

/** What can be read of a command line, whatever is wrong with it. */
export interface LenientArguments {
  readonly given: MeshArguments;
  /** Flags that the command does not have, as typed. */
  readonly unknown: readonly string[];
  /** Switches that were given a value: `--strict=false`. */
  readonly valued: readonly {readonly flag: MeshFlag; readonly value: string}[];
}

export function parseLeniently(args: readonly string[], flags: readonly MeshFlag[]): LenientArguments {
  const options = parserOptions(flags);
  const {values, tokens} = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowNegative: true,
    tokens: true,
  });
  const given = tokens.flatMap((token) =>
    token.kind === 'option' ? [{...token, flag: flagNamed(token.rawName, flags)}] : [],
  );
  return {
    given: toTexts(values),
    unknown: given.flatMap(({flag, rawName}) => (flag === undefined ? [rawName] : [])),
    valued: given.flatMap(({flag, value, inlineValue}) =>
      flag !== undefined && isSwitch(flag) && inlineValue ? [{flag, value}] : [],
    ),
  };
}

/** The flag that is typed `-i`, `--in` or `--no-retryable`. */
function flagNamed(typed: string, flags: readonly MeshFlag[]): MeshFlag | undefined {
  return flags.find(({key, char, isNegatable}) =>
    [`--${key}`, `-${char}`, ...(isNegatable ? [`--no-${key}`] : [])].includes(typed),
  );
}

/** The arguments of `apigen mesh` as values, and what is wrong with them. */
export interface MeshValues {
  readonly settings: FlagValues;
  readonly run: RunValues;
  readonly problems: readonly Problem[];
}

/** Checks the texts of flags and turns them into values. All problems are reported at once. */
export function readMeshArguments(given: MeshArguments): MeshValues {
  return readArguments(given, MESH_FLAGS);
}

/** The values of the flags of a command. */
export interface ArgumentValues extends MeshValues {
  /** Of every flag, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The same for a command with other flags. */
export function readArguments(given: MeshArguments, flags: readonly MeshFlag[]): ArgumentValues {
  const reading = readFlagValues(parseFlags(given, flags), flags);
  const values: Readonly<Record<string, unknown>> = reading.values;
  const rows: readonly RunOption[] = RUN_OPTIONS;
  return {
    settings: Object.fromEntries(FLAG_SETTINGS.map(({key}) => [key, values[key]])),
    run: Object.fromEntries(rows.map(({key, flag}) => [key, flag === undefined ? undefined : values[flag]])),
    problems: settingErrors(reading.faults),
    values,
  };
}
