import {ADDRESSES} from './addresses.ts';
import {RUN_LABEL} from './at-work.ts';
import {milliseconds} from './checks.ts';
import {RELEASE, SELECTOR} from './cluster.ts';
import {parser, valueChecks} from './install-script-parser.ts';
import {defaultOf, type Option, optionsOf} from './options.ts';
import {OUR_CHART} from './release.ts';
import {OBJECT_RIGHTS, RIGHTS} from './rights.ts';
import {OBJECT_LINE, SERVER_PORT} from './service.ts';
import {quoted, snake} from './shell.ts';
import {BUNDLED_BACKEND, BUNDLED_BACKEND_HTTP, COLLECTOR, COLLECTOR_HTTP} from './targets.ts';
import {TEXTS, type TextName} from './texts.ts';
import {TOOLS} from './tools.ts';

const BEGIN = '# --- made from src/ by `npm run generate`: change it there ---\n';
const END = '# --- end of what is made from src/ ---\n';

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
  return `  ${left.padEnd(44)}${right}`;
}

function usageOf({name, char, value, summary, default: byDefault, choices}: Option): string {
  const short = char === undefined ? '    ' : `-${char}, `;
  const long = value === undefined ? `--${name}` : `--${name} <${choices?.join('|') ?? value}>`;
  const left = `${short}${long}`;
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
    usageLine('-h, --help', 'Show this text'),
    '',
    'Environment:',
    usageLine('TRACER_CHART_REPO_URL', `Chart repository [default: ${ADDRESSES.TRACER_CHART_REPO_URL}]`),
    '',
    `Uninstall: helm uninstall ${RELEASE} --namespace <name>`,
    'END_OF_USAGE',
    '}',
  ];
}

function constants(): string[] {
  const defaults = ['namespace', 'trace-backend', 'trace-backend-endpoint', 'timeout'] as const;
  return [
    ...defaults.map((name) => `DEFAULT_${snake(name).toUpperCase()}=${quoted(defaultOf(name))}`),
    `TIMEOUT_SECONDS=${milliseconds(defaultOf('timeout')) / 1000}`,
    `DEFAULT_CHART_REPO_URL=${quoted(ADDRESSES.TRACER_CHART_REPO_URL)}`,
    `RELEASE=${RELEASE}`,
    `OUR_CHART=${quoted(OUR_CHART)}`,
    `RUN_LABEL=${quoted(RUN_LABEL)}`,
    `SELECTOR=${quoted(SELECTOR)}`,
    `SERVER_PORT=${SERVER_PORT}`,
    `OBJECT_LINE=${quoted(OBJECT_LINE)}`,
    `OBJECT_RIGHTS=${quoted(OBJECT_RIGHTS.join(' '))}`,
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
