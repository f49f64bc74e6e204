import {parseArgs} from 'node:util';
import {nearestKey} from '../../core/base/nearest-key.ts';
import {asErrors, inputError, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {RUN_OPTIONS, type RunValues} from '../../core/options/options.ts';
import {flagExample} from '../../core/settings/faults.ts';
import {parseFlags, readFlagValues} from '../../core/settings/read.ts';
import {FLAG_SETTINGS, type FlagValues, withoutFlag} from '../../core/settings/table.ts';
import {localFiles} from '../../io/read/source.ts';
import {
  type CommandFlag,
  type GivenFlags,
  isSwitch,
  MESH_FLAGS,
  PRINTING,
  type TypedCommand,
} from './flags.ts';

/** A command line as it was parsed: the texts of its flags, its other words, and what is wrong with it. */
export interface ReadLine {
  readonly given: GivenFlags;
  readonly words: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the arguments of a command with Node's own parser, which takes a millisecond where loading oclif takes sixty, and finds all
 * that is wrong with them.
 */
export function readLine(args: readonly string[], {name: command, flags}: TypedCommand): ReadLine {
  const options = Object.fromEntries(flags.map((flag) => [flag.key, parserOption(flag)]));
  const plain = plainArguments(args, flags);
  const {tokens} = parseArgs({
    args: plain,
    options,
    strict: false,
    allowNegative: true,
    tokens: true,
  });
  const given: Record<string, string[]> = {};
  const problems: Problem[] = [];
  /** The word whose first letter is not a flag: the parser takes each letter of `-msh` for one. */
  let unknownWord: number | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'option' || token.index === unknownWord) continue;
    const next = tokens[index + 1];
    const word =
      next?.kind === 'positional' && /^(yes|no|on|off|true|false)$/i.test(next.value) ? next.value : '';
    const {rawName, value, inlineValue = false} = token;
    const flag = flags.find((one) => namesOf(one).includes(rawName));
    const file = value ?? (next?.kind === 'positional' ? next.value : '');
    if (flag === undefined) {
      const [word = ''] = plain[token.index]?.split('=', 1) ?? [];
      const isWord = word.startsWith(rawName);
      if (isWord) unknownWord = token.index;
      const typed = isWord ? word : rawName;
      problems.push(unknownFlag(typed.replace('---', '-'), file, {name: command, flags}));
    } else if (isSwitch(flag)) {
      const isNegated = rawName.startsWith('--no-');
      if (word || (inlineValue && (isNegated || !/^(true|false)$/.test(value ?? ''))))
        problems.push(unexpectedValue(flag, word || (value ?? '')));
      else given[flag.key] = isNegated ? [String(false)] : inlineValue ? [value ?? ''] : [];
    } else if (value === undefined || (!inlineValue && flags.some((one) => namesOf(one).includes(value))))
      problems.push(inputError('expects a value', `for example \`${flagExample(flag)}\``, {flag: flag.key}));
    else given[flag.key] = [...(given[flag.key] ?? []), pathOf(value)];
  }
  for (const {key, type, needs, excludes = []} of flags.filter((flag) => flag.key in given)) {
    if (type.flag.repeatable !== true && (given[key]?.length ?? 0) > 1)
      problems.push(inputError('can only be given once', 'remove one of them', {flag: key}));
    const needed = [needs ?? []].flat();
    const added = `add \`--${needed.join('` or `--')}\``;
    if (needed.length > 0 && !needed.some((other) => other in given))
      problems.push(inputError(`needs --${needed.join(' or --')}`, added, {flag: key}));
    for (const other of excludes.filter((one) => one in given))
      problems.push(inputError(`cannot be combined with --${other}`, 'remove one of them', {flag: key}));
  }
  return {
    given,
    words: tokens.flatMap((token) => (token.kind === 'positional' ? pathOf(token.value) : [])),
    problems,
  };
}

/** A command line with another command and without some of the flags, as a shell takes it. */
export function retyped(
  command: string,
  {given, words}: Pick<ReadLine, 'given' | 'words'>,
  without: readonly string[] = [],
): string {
  const flags = Object.entries(given).flatMap(([key, texts]) => {
    if (without.includes(key)) return [];
    if (texts.length === 0) return [`--${key}`];
    return texts.flatMap((text) => (key === 'in' ? ['-i', text] : [`--${key}=${text}`]));
  });
  return [`apigen ${command}`, ...[...words, ...flags].map(shellWord)].join(' ');
}

/** A text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The path of a file that is named by its address. */
function pathOf(text: string): string {
  return (text.startsWith('file://') && localFiles([text])[0]) || text;
}

/** How a flag is typed: `-i`, `--in`, `--no-retryable`. */
function namesOf({key, char, isNegatable}: CommandFlag): string[] {
  return [`--${key}`, ...(char ? [`-${char}`] : []), ...(isNegatable ? [`--no-${key}`] : [])];
}

function parserOption(flag: CommandFlag) {
  const type = isSwitch(flag) ? ('boolean' as const) : ('string' as const);
  return {type, multiple: true, ...(flag.char && {short: flag.char})};
}

/** What other programs, or earlier versions, call the flags. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  in: '-f --file --input --spec',
  out: '--output --output-dir --dir --html',
  json: '--output',
  format: '--output --json --yaml',
  quiet: '-q --silent',
  extra_methods: '--gateway.methods',
  'skip-rule': '--rule --rules --ignore --disable --exclude',
  'service.name': '--name',
  target: '--kind --type',
  'path.base': '--prefix',
  'retry.attempts': '--retries',
  hostname: '--host',
  'from-cluster': '--from-services',
};

/** What is written instead of a flag that a command does not need. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [
    /^routes match --?(path|url|method|request|X)$/,
    'write `apigen routes match GET /v1/orders openapi.yaml`',
  ],
  [/^diff --(to|new|old|base|against)$/, 'write `apigen diff --from OLD NEW`'],
  [/ --?(recursive|r)$/i, "quote a pattern: `'services/**/openapi.yaml'`"],
];

/** @param file what follows, which may be the file of the output */
function unknownFlag(typed: string, file: string, {name: command, flags}: TypedCommand): Problem {
  const names = flags.map(({key}) => key);
  const word = typed.replace(/^--?/, '').slice(0, 100);
  const [part, another] = names.filter((key) => key.split(/[._]/).some((one) => one.startsWith(word)));
  const within = names.find((key) => key.startsWith(`${word}.`) || key.startsWith(`${word}s.`));
  const meant = part !== undefined && another === undefined ? part : (within ?? nearestKey(word, names));
  const isOutput = PRINTING.test(command) && /^-(o|-out|-output)$/.test(typed);
  const known = isOutput ? '--output' : word.length > 1 ? `--${word}` : typed;
  const ofFile = flags.filter(({key}) => isOutput && file.endsWith(`.${key}`));
  const others =
    ofFile.length > 0 ? ofFile : flags.filter(({key}) => OTHER_NAMES[key]?.split(' ').includes(known));
  const used = others.map(({key, char}) => `\`${char ? `-${char}` : `--${key}`}\``).join(' or ');
  const toFile = `to write a file, add \`> ${/[./]/.test(file) ? shellWord(file) : '<file>'}\``;
  const written = INSTEAD.find(([pattern]) => pattern.test(`${command} ${typed}`))?.[1];
  const inDescription = withoutFlag(word);
  const instead = written ?? (inDescription && `this setting has no flag: ${inDescription}`);
  const ofMesh = MESH_FLAGS.some(({key}) => `--${key}` === typed) && '`apigen mesh` has it';
  const uses = instead || [used && `use ${used}`, isOutput && toFile].filter(Boolean).join('; ') || ofMesh;
  const problem = inputError(
    `unknown flag ${quote(typed)}`,
    uses || `\`apigen ${command} --help\` lists all flags`,
  );
  return uses || meant === undefined || typed.length === 2
    ? problem
    : {...problem, suggestion: `--${meant}${typed === `--no-${meant}` ? '=false' : ''}`};
}

function unexpectedValue({key, isNegatable}: CommandFlag, value: string): Problem {
  const hint = `write \`--${key}\` or \`--${isNegatable ? `no-${key}` : `${key}=false`}\``;
  return inputError(`expected no value, \`=true\` or \`=false\`: found ${quote(value)}`, hint, {flag: key});
}

/**
 * The same arguments as Node's parser reads them. A flag may be written with "-" for "_" and the reverse. With `--config`, and where no value
 * follows, `--check` takes no file: it is given an empty one, so that the next word is not taken for it.
 */
function plainArguments(args: readonly string[], flags: readonly CommandFlag[]): string[] {
  // Where the configuration has the files of outputs.
  const isInConfig = flags.some(({key, insteadWithConfig}) => key === 'out' && insteadWithConfig);
  const hasConfig = isInConfig && args.some((arg) => /^--config(=|$)/.test(arg));
  const isBare = (index: number) => hasConfig || (args[index + 1]?.startsWith('--') ?? true);
  const names = flags.flatMap(namesOf);
  return args.map((arg, index) => {
    if (arg === '--check' && isBare(index)) return '--check=';
    // Node's parser would take the "=" for a part of the value.
    if (/^-[a-z]=/.test(arg)) return arg.replace('=', '');
    const [typed = ''] = arg.split('=', 1);
    // Node's parser would take it for several flags.
    if (typed.length > 2 && names.includes(`-${typed}`)) return `--${arg}`;
    const name = names.includes(typed) ? typed : names.find((one) => withDashes(one) === withDashes(typed));
    return name === undefined ? arg : name + arg.slice(typed.length);
  });
}

/** The name of a flag with "-" only. */
export function withDashes(name: string): string {
  return name.replaceAll('_', '-');
}

/** Checks the texts of flags and turns them into values: of settings, of options of a run, and of all flags. All problems are reported at once. */
export function readArguments(given: GivenFlags, flags: readonly CommandFlag[] = MESH_FLAGS) {
  const reading = readFlagValues(parseFlags(given, flags), flags);
  const values: Readonly<Record<string, unknown>> = reading.values;
  const settings: FlagValues = Object.fromEntries(FLAG_SETTINGS.map(({key}) => [key, values[key]]));
  const run: RunValues = Object.fromEntries(
    RUN_OPTIONS.map(({key, flag}) => [key, flag === undefined ? undefined : values[flag]]),
  );
  // The user has not met rules yet.
  const problems = asErrors(reading.faults).map((problem) => ({...problem, code: 'input'}));
  return {settings, run, values, problems};
}
