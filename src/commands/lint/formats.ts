import {createHash} from 'node:crypto';
import {pathToFileURL} from 'node:url';
import {groupBy} from '../../core/base/group-by.ts';
import {hintOf, type Problem} from '../../core/base/problem.ts';
import {printable, reportJson} from '../../core/base/quote.ts';
import {EXPLAINED_RULES} from '../../core/generate/lint.ts';
import {rulePage} from '../../core/rules/rule.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import type {FoundPlaces} from '../../io/print/problems.ts';

interface Linted {
  readonly folder: string;
  readonly version: string;
  /** The problems to count, also where not all are shown. */
  readonly all: readonly Problem[];
}

type Formatter = (shown: readonly Problem[], placed: FoundPlaces, linted: Linted) => string;

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
    ([key, value]) =>
      value === undefined
        ? []
        : [`${key}=${escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeData(textOf(problem, '\n'))}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
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

function withPlace(problem: Problem, {positions, nameOf}: FoundPlaces) {
  const {location, flag, message} = problem;
  const {line = 1, column = 1} = (location && positions.get(location)) ?? {};
  const file = location ? printable(nameOf(location.uri)).replace(/^\.\//, '') : flag && `--${flag}`;
  const text = printable([message, hintOf(problem) ?? []].flat().join('; '));
  return {...problem, line, column, file: file ?? 'apigen', text};
}

/** Each error is a test that fails, all else one that passes. Source: Apache Ant, XMLJUnitResultFormatter. */
const junit: Formatter = (problems, placed, {all}) => {
  const cases = problems.map((problem) => {
    const {code, severity, file, line, column, text} = withPlace(problem, placed);
    const where = escapeXml(`${file}:${line}:${column} ${text}`);
    const failure = element('failure', {message: text, type: severity}, where);
    const inside = severity === 'error' ? failure : element('system-out', {}, where);
    return element('testcase', {classname: file, name: `${code} ${line}:${column}`}, `\n${inside}`);
  });
  const failures = all.filter(({severity}) => severity === 'error').length;
  const testcases = cases.length > 0 ? cases : [element('testcase', {classname: 'apigen', name: 'lint'})];
  const suite = {name: 'apigen', tests: Math.max(all.length, 1), failures, errors: 0};
  return `${XML}${element('testsuites', {}, `\n${element('testsuite', suite, `\n${testcases.join('')}`)}`)}`;
};

/** Source: Checkstyle, XMLLogger. */
const checkstyle: Formatter = (problems, placed) => {
  const byFile = groupBy(
    problems.map((problem) => withPlace(problem, placed)),
    ({file}) => file,
  );
  const files = [...byFile].map(([name, found]) => {
    const errors = found.map(({line, column, severity: level, code, text: message}) => {
      const severity = level === 'note' ? 'info' : level;
      return element('error', {line, column, severity, message, source: `apigen.${code}`});
    });
    return element('file', {name}, `\n${errors.join('')}`);
  });
  return `${XML}${element('checkstyle', {version: '4.3'}, `\n${files.join('')}`)}`;
};

const GITLAB_SEVERITIES = {error: 'major', warning: 'minor', note: 'info'} as const;

/** Source: GitLab, "Code Quality", "Code Quality report format". A fingerprint stays the same where lines are added above. */
const gitlab: Formatter = (problems, placed) => {
  const taken = new Map<string, number>();
  const issues = problems.map((problem) => {
    const {code, severity, file, line, text} = withPlace(problem, placed);
    const id = JSON.stringify([file, code, text]);
    const count = taken.get(id) ?? 0;
    taken.set(id, count + 1);
    return {
      description: text,
      check_name: code,
      fingerprint: createHash('sha256').update(`${id}${count}`).digest('hex'),
      severity: GITLAB_SEVERITIES[severity],
      location: {path: file, lines: {begin: line}},
    };
  });
  return reportJson(issues);
};

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

function element(name: string, attributes: Record<string, string | number>, inside = ''): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${pairs.join('')}${inside === '' ? '/' : `>${inside}</${name}`}>\n`;
}

/** Control characters, which XML cannot have, are escaped by `printable` before. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** How problems are written for programs: as annotations of GitHub, for code scanning, as reports of CI servers. */
export const FORMATTERS: Readonly<Record<string, Formatter>> = {
  json: (problems, placed, {all}) => jsonReport({}, {problems, placed, all}),
  'github-actions': (problems, placed) => problems.map((problem) => annotation(problem, placed)).join(''),
  sarif: (problems, placed, {folder, version}) => {
    const rules = EXPLAINED_RULES.filter(({code}) => problems.some((problem) => problem.code === code));
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
  junit,
  checkstyle,
  gitlab,
};
