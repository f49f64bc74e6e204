import {nearestKey} from '../../core/base/nearest-key.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {HTTP_METHODS} from '../../core/openapi/version.ts';
import {RUN_OPTIONS, type RunOption} from '../../core/options/options.ts';
import {type Entry, FLAG_SETTINGS, type Setting, SWITCH} from '../../core/settings/table.ts';
import {text, textList, type ValueOf} from '../../core/settings/types/index.ts';

/** One flag of a command; its key is its name. */
export type CommandFlag = Entry &
  Pick<RunOption, 'excludes' | 'needs' | 'insteadWithConfig'> & {
    /** Whether `--no-<key>` gives `false`, which replaces a `true` of the description. */
    readonly isNegatable?: boolean;
  };

/** True for a flag that takes no value. */
export function isSwitch({type}: Entry): boolean {
  return type.flag.valueName === undefined;
}

/** A flag for each option of a run that has one, and for each setting that has one. */
const RUN_FLAGS: readonly CommandFlag[] = RUN_OPTIONS.flatMap((row) =>
  row.flag === undefined ? [] : [{...row, key: row.flag}],
);
export const SETTING_FLAGS: readonly CommandFlag[] = FLAG_SETTINGS.map(settingFlag);

function settingFlag(row: Setting): CommandFlag {
  const insteadWithConfig = 'set it in the options of the decorator `apigen/service-profile`';
  return {...row, isNegatable: isSwitch(row), insteadWithConfig};
}

export const MESH_FLAGS: readonly CommandFlag[] = [...RUN_FLAGS, ...SETTING_FLAGS];

/** How flags are different in a command, by their names. */
type Differences = Readonly<Record<string, Partial<CommandFlag>>>;

/** The flags of another command. */
export function flagsLike(flags: readonly CommandFlag[], differences: Differences): readonly CommandFlag[] {
  return flags.map((flag) => ({...flag, ...differences[flag.key]}));
}

/** The flags of a run that are different in a command, and no others. */
export function runFlags(differences: Differences): readonly CommandFlag[] {
  return flagsLike(
    RUN_FLAGS.filter(({key}) => key in differences),
    differences,
  );
}

/** Those of them that are about files of outputs. */
export const FILE_FLAGS: readonly string[] = ['out', 'check', 'watch', 'prune-files', 'format'];

/** The flags of a command line, by name: the texts of each; for a switch none, or `false` where it is negated. */
export type GivenFlags = Readonly<Record<string, readonly string[]>>;

export interface TypedCommand {
  /** Its words, such as `routes match`. */
  readonly name: string;
  readonly flags: readonly CommandFlag[];
}

/** Commands that print what they find, and write no file. */
export const PRINTING = /^(lint|routes)\b/;

/** The options of a run that decide what the routes are, and what is different here. */
const INPUT_FLAGS: Differences = {
  overlay: {},
  'from-services': {},
  'all-namespaces': {},
  selector: {},
  fetch: {},
  'allow-gateways': {},
  context: {},
  kubeconfig: {},
  'remote-refs': {},
  'allow-plugins': {},
  'read-linkerd-extensions': {},
  'only-described': {},
  'skip-rule': {},
  in: {
    summary:
      'OpenAPI description: a file, a pattern such as `apis/**/openapi.yaml`, an http(s) URL, or - for standard input',
  },
  merge: {summary: 'Several descriptions of one Service: show the routes of all of them as one API'},
  config: {summary: 'Show the APIs of this file, with the options of the decorator for each'},
  'keep-going': {
    summary: 'Go on with the descriptions without an error although others have one, and exit 1',
  },
  'allow-empty': {summary: 'Accept a description without routes'},
};

/** The flags of every command about routes: those of `apigen mesh` for descriptions, and for settings that matter to routes. */
export const APIS_FLAGS: readonly CommandFlag[] = [
  ...runFlags(INPUT_FLAGS),
  ...FLAG_SETTINGS.filter(({objectOnly}) => !objectOnly).map(settingFlag),
];

/** How inputs are named as arguments. oclif would take standard input for the first one. */
export const INPUT_ARGUMENT = {
  description: 'an OpenAPI description, as for -i; with --config, the name of an API in it',
  multiple: true,
  ignoreStdin: true,
} as const;

/** A flag that takes no value. */
export function switchFlag<K extends string>(
  key: K,
  heading: Entry['heading'],
  summary: string,
  more: Pick<CommandFlag, 'char' | 'excludes' | 'isNegatable'> = {},
) {
  return {key, ...SWITCH, heading, summary, ...more} as const satisfies CommandFlag;
}

export const JSON_FLAG = switchFlag('json', 'output', 'Print JSON');

const FIELD = /^((method|path|status|host)=[^=]+|duration=[^=:]+(:(s|ms|us|ns))?)$/;
const EXAMPLE = 'method=verb,path=resource,duration=resp_time:s,status=code';
const expected =
  'fields for some of `method`, `path`, `status`, `host` and `duration`, with a unit: `s`, `ms`, `us` or `ns`';
const fieldsText = text({
  name: 'fields',
  expected,
});
const logFields: typeof fieldsText = {
  ...fieldsText,
  check: (value) =>
    String(value)
      .split(',')
      .filter((field) => !FIELD.test(field))
      .map((found) => ({at: [], found, expected, ...meantField(found)})),
  flag: {...fieldsText.flag, repeatable: true, parse: (texts) => texts.join(',')},
};

function meantField(field: string) {
  const [key = '', ...rest] = field.split('=');
  const meant = nearestKey(key, ['method', 'path', 'status', 'host', 'duration']);
  return meant && meant !== key && {hint: `did you mean \`${[meant, ...rest].join('=')}\`?`};
}

export const LOG_FLAGS = [
  {
    key: 'log',
    type: textList('file|-'),
    heading: 'input',
    summary: 'Read requests from access logs: a file, a pattern, or - for standard input',
    example: ['access.log'],
  },
  {
    key: 'log-fields',
    type: logFields,
    heading: 'input',
    summary: 'Names of fields in a log of JSON, where they are not recognized',
    example: EXAMPLE,
  },
] as const satisfies readonly CommandFlag[];

const METHODS = HTTP_METHODS['3.2'];
const METHOD = METHODS.flatMap((name) => [name, name.toUpperCase()]).join('|');

/** Some methods, in lower or upper case. */
export const methodNames = text({
  name: 'method,method',
  expected: `some of ${METHODS.join(', ')}, with "," between them`,
  pattern: `^(${METHOD})(,(${METHOD}))*$`,
});

/** Standard input can be read once. */
export function readTwice(log: readonly string[], sources: readonly string[]): Problem[] {
  const isTwice = log.includes('-') && sources.includes('-');
  return isTwice
    ? [inputError('standard input cannot be both the description and the log', 'name a file for one of them')]
    : [];
}

/** The values of a command's own options under their keys. */
export type OptionValues<R extends CommandFlag> = {
  readonly [K in R['key']]?: ValueOf<Extract<R, {readonly key: K}>['type']>;
};
