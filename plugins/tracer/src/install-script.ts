import {ADDRESSES} from './addresses.ts';
import {CHECKS, milliseconds} from './checks.ts';
import {RELEASE, SELECTOR} from './cluster.ts';
import {defaultOf, type Option, optionsOf} from './options.ts';
import {RIGHTS} from './rights.ts';
import {SERVER_PORT} from './service.ts';
import {BUNDLED_BACKEND, BUNDLED_BACKEND_HTTP, COLLECTOR, COLLECTOR_HTTP} from './targets.ts';
import {TEXTS, type TextName} from './texts.ts';
import {TOOLS} from './tools.ts';

const BEGIN = '# --- made from src/ by `npm run generate`: change it there ---\n';
const END = '# --- end of what is made from src/ ---\n';

/** `kindBWithoutEndpoint` as `kind_b_without_endpoint`, `chart-repo` as `chart_repo`. */
function snake(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A function that prints a text; its arguments are the text's values, in the order in which they stand in it. */
function textFunction(name: TextName): string {
  let count = 0;
  const format = TEXTS[name].replaceAll('%', '%%').replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  const filled = format.replace(/\{\w+\}/g, () => {
    count += 1;
    return '%s';
  });
  const values = Array.from({length: count}, (_, index) => ` "$${index + 1}"`).join('');
  return `text_${snake(name)}() { printf -- ${quoted(`${filled}\\n`)}${values}; }`;
}

function isTextName(name: string): name is TextName {
  return Object.hasOwn(TEXTS, name);
}

function textFunctions(script: string): string[] {
  const used = new Set([...script.matchAll(/\btext_(\w+)/g)].map(([, name]) => name));
  return Object.keys(TEXTS)
    .filter(isTextName)
    .filter((name) => used.has(snake(name)))
    .map(textFunction);
}

const OPTIONS = optionsOf('script');

function usageLine(left: string, right: string): string {
  return `  ${left.padEnd(40)}${right}`;
}

function usageOf({name, value, summary, default: byDefault, choices}: Option): string {
  const left = value === undefined ? `--${name}` : `--${name} <${choices?.join('|') ?? value}>`;
  return usageLine(left, byDefault === undefined ? summary : `${summary} [default: ${byDefault}]`);
}

function usage(): string[] {
  return [
    "usage() { cat <<'END_OF_USAGE'",
    'Install the trace-testing tool tracer, with its database, on a Kubernetes cluster. Needs helm (3 or 4) and kubectl.',
    '',
    `Usage: curl -fsSL ${ADDRESSES.TRACER_INSTALL_SCRIPT_URL} | sh -s -- [options]`,
    '',
    'Options:',
    ...OPTIONS.map(usageOf),
    usageLine('--help', 'Show this text'),
    '',
    'Environment:',
    usageLine('TRACER_CHART_REPO_URL', `Chart repository [default: ${ADDRESSES.TRACER_CHART_REPO_URL}]`),
    '',
    `Uninstall: helm uninstall ${RELEASE} --namespace <name>`,
    'END_OF_USAGE',
    '}',
  ];
}

function parseCase({name, value, choices}: Option): string[] {
  const variable = snake(name);
  if (value === undefined) return [`      --${name}) ${variable}=1 ;;`];
  const missing = choices
    ? `text_missing_choice ${name} ${quoted(choices.join(', '))}`
    : `text_missing_value ${name}`;
  return [
    `      --${name})`,
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

/** The parser does what oclif's does, in the same order, so that a wrong line is told in the same words. */
function parser(): string[] {
  const withValue = OPTIONS.filter(({value}) => value !== undefined);
  const switches = OPTIONS.filter(({value}) => value === undefined);
  return [
    'is_option() {',
    '  case $1 in',
    `    ${OPTIONS.map(({name}) => `--${name}`).join(' | ')}) return 0 ;;`,
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

function valueChecks(): string[] {
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

function constants(): string[] {
  const defaults = ['namespace', 'trace-backend', 'trace-backend-endpoint', 'timeout'] as const;
  return [
    ...defaults.map((name) => `DEFAULT_${snake(name).toUpperCase()}=${quoted(defaultOf(name))}`),
    `TIMEOUT_SECONDS=${milliseconds(defaultOf('timeout')) / 1000}`,
    `DEFAULT_CHART_REPO_URL=${quoted(ADDRESSES.TRACER_CHART_REPO_URL)}`,
    `RELEASE=${RELEASE}`,
    `SELECTOR=${quoted(SELECTOR)}`,
    `SERVER_PORT=${SERVER_PORT}`,
    `COLLECTOR=${quoted(COLLECTOR)}`,
    `COLLECTOR_HTTP=${quoted(COLLECTOR_HTTP)}`,
    `BUNDLED_BACKEND=${quoted(BUNDLED_BACKEND)}`,
    `BUNDLED_BACKEND_HTTP=${quoted(BUNDLED_BACKEND_HTTP)}`,
    ...TOOLS.flatMap(({name, minimum, page}) => [
      `OLDEST_${name.toUpperCase()}=${minimum.join('.')}`,
      `${name.toUpperCase()}_PAGE=${quoted(page)}`,
    ]),
  ];
}

function rights(): string[] {
  const lines = Object.entries(RIGHTS).flatMap(([resource, verbs]) =>
    verbs.map((verb) => `${verb} ${resource}`),
  );
  return ["rights() { cat <<'END_OF_RIGHTS'", ...lines, 'END_OF_RIGHTS', '}'];
}

/**
 * The install script with everything in it that is made from the tables: texts, options and their parser, checks, rights, constants.
 * Throws a `TypeError` for a script without the two marks.
 */
export function renderInstallScript(script: string): string {
  const begin = script.indexOf(BEGIN);
  const end = script.indexOf(END);
  if (begin < 0 || end < begin) throw new TypeError('install.sh has lost its marks');
  const parts = [constants(), usage(), rights(), parser(), valueChecks()].map((lines) => lines.join('\n'));
  const outside = script.slice(0, begin) + script.slice(end);
  const texts = textFunctions([outside, ...parts].join('\n')).join('\n');
  return `${script.slice(0, begin)}${BEGIN}${[...parts, texts].join('\n\n')}\n${script.slice(end)}`;
}
