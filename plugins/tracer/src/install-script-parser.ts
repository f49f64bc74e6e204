import {CHECKS} from './checks.ts';
import {type Option, optionsOf} from './options.ts';
import {quoted, snake} from './shell.ts';

const OPTIONS = optionsOf('script');

/** How an option is written, as a pattern of `case`: `--yes | -y`. */
function written({name, char}: Option): string {
  return char === undefined ? `--${name}` : `--${name} | -${char}`;
}

/** A short option with something behind it: its value in the same word, or for a switch the next short option. */
function shortCase({char, value}: Option): string[] {
  if (char === undefined) return [];
  const rest = `\${argument#-${char}}`;
  return [
    `      -${char}?*)`,
    ...(value === undefined
      ? [`        set -- "-${rest}" "$@"`]
      : [`        argument=${rest}`, '        set -- "${argument#=}" "$@"']),
    `        argument=-${char}`,
    '        ;;',
  ];
}

function parseCase(option: Option): string[] {
  const {name, value, choices} = option;
  const variable = snake(name);
  if (value === undefined) return [`      ${written(option)}) ${variable}=1 ;;`];
  const missing = choices
    ? `text_missing_choice ${name} ${quoted(choices.join(', '))}`
    : `text_missing_value ${name}`;
  return [
    `      ${written(option)})`,
    `        [ -z "\${given_${variable}+x}" ] || wrong_use "$(text_repeated_option ${name})"`,
    `        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(${missing})"; fi`,
    `        given_${variable}=$1`,
    '        shift',
    '        ;;',
  ];
}

function choiceCheck({name, choices}: Option): string[] {
  if (!choices) return [];
  const variable = `given_${snake(name)}`;
  return [
    `  case \${${variable}-${choices[0]}} in`,
    `    ${choices.join(' | ')}) ;;`,
    `    *) wrong_use "$(text_not_a_choice ${name} "$${variable}" ${quoted(choices.join(', '))})" ;;`,
    '  esac',
  ];
}

/** The function that parses arguments. It does what oclif's does, in the same order, so that a wrong line is told in the same words. */
export function parser(): string[] {
  const withValue = OPTIONS.filter(({value}) => value !== undefined);
  const switches = OPTIONS.filter(({value}) => value === undefined);
  return [
    'is_option() {',
    '  case $1 in',
    `    ${OPTIONS.map(({name, char}) => (char === undefined ? `--${name}` : `--${name} | -${char}*`)).join(' | ')}) return 0 ;;`,
    '    *) return 1 ;;',
    '  esac',
    '}',
    'parse_arguments() {',
    '  for argument in "$@"; do',
    '    case $argument in',
    '      --) break ;;',
    '      --help | -h)',
    '        usage',
    '        exit 0',
    '        ;;',
    '    esac',
    '  done',
    `  ${switches.map(({name}) => `${snake(name)}=''`).join(' ')}`,
    `  unset ${withValue.map(({name}) => `given_${snake(name)}`).join(' ')}`,
    "  unknown='' unknown_count=0 stray='' stray_count=0",
    '  while [ "$#" -gt 0 ]; do',
    '    argument=$1',
    '    shift',
    '    case $argument in',
    '      --*=*)',
    '        if is_option "${argument%%=*}"; then',
    '          set -- "${argument#*=}" "$@"',
    '          argument=${argument%%=*}',
    '        fi',
    '        ;;',
    ...OPTIONS.flatMap(shortCase),
    '    esac',
    '    case $argument in',
    ...OPTIONS.flatMap(parseCase),
    '      --)',
    '        for argument in "$@"; do stray="$stray, $argument" stray_count=$((stray_count + 1)); done',
    '        break',
    '        ;;',
    '      - | -[0-9]*) stray="$stray, $argument" stray_count=$((stray_count + 1)) ;;',
    '      -*) unknown="$unknown, $argument" unknown_count=$((unknown_count + 1)) ;;',
    '      *) stray="$stray, $argument" stray_count=$((stray_count + 1)) ;;',
    '    esac',
    '  done',
    ...OPTIONS.flatMap(choiceCheck),
    '  [ "$unknown_count" -ne 1 ] || wrong_use "$(text_unknown_option "${unknown#, }")"',
    '  [ "$unknown_count" -eq 0 ] || wrong_use "$(text_unknown_options "${unknown#, }")"',
    '  [ "$stray_count" -ne 1 ] || wrong_use "$(text_unexpected_argument "${stray#, }")"',
    '  [ "$stray_count" -eq 0 ] || wrong_use "$(text_unexpected_arguments "${stray#, }")"',
    '}',
  ];
}

/** The function that complains of values which do not look as they have to. */
export function valueChecks(): string[] {
  const lines = OPTIONS.flatMap(({name, check}) => {
    if (!check) return [];
    const variable = `given_${snake(name)}`;
    const {pattern, expected} = CHECKS[check];
    return [
      `  [ -z "\${${variable}+x}" ] || passes ${quoted(pattern)} "$${variable}" ||`,
      `    text_bad_value ${name} "$${variable}" ${quoted(expected)}`,
    ];
  });
  return ['check_values() {', ...lines, '}'];
}
