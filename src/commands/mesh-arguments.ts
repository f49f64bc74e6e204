import {parseArgs} from 'node:util';
import {MESH_OPTIONS, type MeshArguments} from './mesh-options.ts';

/**
 * Reads the arguments of `apigen mesh` with Node's own parser, which takes a millisecond where loading oclif takes sixty.
 * Gives up (`undefined`) on whatever is not plainly right: help, an unknown or repeated flag, a missing value, a choice
 * that is none. oclif then reads the same arguments, and says what is wrong.
 */
export function quickMeshArguments(given: readonly string[]): MeshArguments | undefined {
  const args = withBareCheck(given);
  // oclif reads `-i=file` as `file`, Node's parser as `=file`.
  if (args.some((arg) => arg === '--' || /^-[a-z]=/.test(arg))) return undefined;
  const parsed = tryParse(args);
  if (parsed === undefined) return undefined;
  const names = parsed.tokens.map((token) => (token.kind === 'option' ? token.name : ''));
  const {values} = parsed;
  if (new Set(names).size < names.length) return undefined;
  return MESH_OPTIONS.every((option) => isRight(option, values)) ? {...defaults(), ...values} : undefined;
}

/**
 * Beside `--config`, `--check` takes no file, nor where no word follows it, as behind the name of an API. It is given an empty
 * one, so that parsers do not take the next word for it.
 */
export function withBareCheck(args: readonly string[]): string[] {
  const beside = args.some((arg) => arg === '--config' || arg.startsWith('--config='));
  const isBare = (index: number) => beside || (args[index + 1]?.startsWith('--') ?? true);
  return args.map((arg, index) => (arg === '--check' && isBare(index) ? '--check=' : arg));
}

function tryParse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: parserOptions(),
      strict: true,
      allowPositionals: false,
      tokens: true,
    });
  } catch {
    return undefined;
  }
}

/** The flags of a command line that were given a text, by name. */
export function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/**
 * What can be made out in a command line, whatever is wrong with it: the texts of flags, and the flags that are none of
 * `apigen mesh`, as they were typed.
 */
export function looseReading(args: readonly string[]): {texts: Record<string, string>; unknown: string[]} {
  const options = parserOptions();
  const {values, tokens} = parseArgs({args: [...args], options, strict: false, tokens: true});
  const unknown = tokens.flatMap((token) =>
    token.kind === 'option' && !(token.name in options) ? [token.rawName] : [],
  );
  return {texts: textsOf(values), unknown};
}

function parserOptions() {
  return Object.fromEntries(
    MESH_OPTIONS.map(({name, char, takesValue}) => {
      const type = takesValue ? ('string' as const) : ('boolean' as const);
      return [name, char === undefined ? {type} : {type, short: char}];
    }),
  );
}

function isRight({name, choices, excludes}: (typeof MESH_OPTIONS)[number], given: MeshArguments): boolean {
  const value = given[name];
  if (value === undefined) return true;
  const chosen = choices === undefined || (typeof value === 'string' && choices.includes(value));
  return chosen && (excludes ?? []).every((other) => given[other] === undefined);
}

function defaults(): MeshArguments {
  return Object.fromEntries(MESH_OPTIONS.map((option) => [option.name, option.default]));
}
