import {pathToFileURL} from 'node:url';
import {hintOf, type Problem, SEVERITIES} from '../../core/base/problem.ts';
import {printable, reportJson} from '../../core/base/quote.ts';
import {LINT_RULES} from '../../core/generate/lint.ts';
import {rulePage} from '../../core/rules/rule.ts';
import {problemJson} from '../../io/print/placed-routes.ts';
import type {FoundPlaces} from '../../io/print/problem-lines.ts';
import {checkstyle, type Formatter, gitlab, junit} from './reports.ts';

/** How problems are printed: for people, for programs, as annotations of GitHub, for code scanning, as reports of CI servers. */
export const LINT_FORMATS = [
  'text',
  'json',
  'github-actions',
  'sarif',
  'junit',
  'checkstyle',
  'gitlab',
] as const;
export type LintFormat = (typeof LINT_FORMATS)[number];

/** How problems are written for programs. */
export const FORMATTERS: Readonly<Record<Exclude<LintFormat, 'text'>, Formatter>> = {
  json: (problems, placed, {all}) => {
    const count = (level: string) => all.filter(({severity}) => severity === level).length;
    const summary = Object.fromEntries(SEVERITIES.map((severity) => [severity, count(severity)]));
    return reportJson({problems: problems.map((problem) => problemJson(problem, placed)), summary});
  },
  'github-actions': (problems, placed) => problems.map((problem) => annotation(problem, placed)).join(''),
  junit,
  checkstyle,
  gitlab,
  sarif: (problems, placed, {folder, version}) => {
    const rules = LINT_RULES.filter(({code}) => problems.some((problem) => problem.code === code));
    const driver = {
      name: 'apigen',
      version,
      informationUri: 'https://unpkg.com/@apigen/cli/docs/lint.md',
      rules: rules.map(({code, summary}) => ({
        id: code,
        shortDescription: {text: summary},
        // GitHub requires both.
        fullDescription: {text: summary},
        help: {text: `${summary}: ${rulePage(code)}`},
        helpUri: rulePage(code),
      })),
    };
    const results = problems.map((problem) => sarifResult(problem, placed, folder));
    return reportJson({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [{tool: {driver}, columnKind: 'utf16CodeUnits', results}],
    });
  },
};

function textOf(problem: Problem, separator: string): string {
  const flag = problem.flag === undefined ? '' : `--${problem.flag}: `;
  const texts = [`${flag}${problem.message}`, hintOf(problem) ?? ''];
  return texts.filter(Boolean).map(printable).join(separator);
}

const COMMANDS = {error: 'error', warning: 'warning', note: 'notice'} as const;

/** A workflow command. Source: GitHub, "Workflow commands"; the escapes are those of `@actions/core`. */
function annotation(problem: Problem, {positions, nameOf}: FoundPlaces): string {
  const {code, severity, location} = problem;
  const {line, column} = (location && positions.get(location)) ?? {};
  const file = location && printable(nameOf(location.uri)).replace(/^\.\//, '');
  const properties = Object.entries({file, line, col: column, title: `apigen ${code}`}).flatMap(
    ([key, value]) => (value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`]),
  );
  return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeData(textOf(problem, '\n'))}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A result. Source: SARIF 2.1.0, section 3.27. */
function sarifResult(problem: Problem, {positions, nameOf}: FoundPlaces, folder: string): object {
  const {code, severity, location} = problem;
  const result = {ruleId: code, level: severity, message: {text: textOf(problem, '; ')}};
  if (location === undefined) return result;
  const position = positions.get(location);
  const {uri} = location;
  const artifactLocation = {uri: uri.startsWith('file:') ? relativeUri(uri, folder) : encodeURI(nameOf(uri))};
  const region = position && {startLine: position.line, startColumn: position.column};
  return {...result, locations: [{physicalLocation: {artifactLocation, ...(region && {region})}}]};
}

/** The URI of a file, relative to the folder if it is in it; a colon could end a scheme. */
function relativeUri(uri: string, folder: string): string {
  const base = `${pathToFileURL(folder).href}/`;
  return uri.startsWith(base) ? uri.slice(base.length).replaceAll(':', '%3A') : uri;
}
