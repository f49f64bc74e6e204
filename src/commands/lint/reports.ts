import {createHash} from 'node:crypto';
import {groupBy} from '../../core/base/group-by.ts';
import {hintOf, type Problem} from '../../core/base/problem.ts';
import {printable, reportJson} from '../../core/base/quote.ts';
import type {FoundPlaces} from '../../io/print/problem-lines.ts';

interface Linted {
  readonly folder: string;
  readonly version: string;
  /** What is counted, also where not all is shown. */
  readonly all: readonly Problem[];
}

/** Writes problems for programs. */
export type Formatter = (shown: readonly Problem[], placed: FoundPlaces, linted: Linted) => string;

/** A problem with its place and its text, as a report has them. */
function reported(problem: Problem, {positions, nameOf}: FoundPlaces) {
  const {location, flag, message} = problem;
  const {line = 1, column = 1} = (location && positions.get(location)) ?? {};
  const file = location ? printable(nameOf(location.uri)).replace(/^\.\//, '') : flag && `--${flag}`;
  const text = printable([message, hintOf(problem) ?? []].flat().join('; '));
  return {...problem, line, column, file: file ?? 'apigen', text};
}

/** Each problem is a test that fails, a note one that passes. Source: Apache Ant, XMLJUnitResultFormatter. */
export const junit: Formatter = (problems, placed, {all}) => {
  const cases = problems.map((problem) => {
    const {code, severity, file, line, column, text} = reported(problem, placed);
    const where = escapeXml(`${file}:${line}:${column} ${text}`);
    const failure = element('failure', {message: text, type: severity}, where);
    const inside = severity === 'note' ? element('system-out', {}, where) : failure;
    return element('testcase', {classname: file, name: `${code} ${line}:${column}`}, `\n${inside}`);
  });
  const failures = all.filter(({severity}) => severity !== 'note').length;
  const testcases = cases.length > 0 ? cases : [element('testcase', {classname: 'apigen', name: 'lint'})];
  const suite = {name: 'apigen', tests: Math.max(all.length, 1), failures, errors: 0};
  return `${XML}${element('testsuites', {}, `\n${element('testsuite', suite, `\n${testcases.join('')}`)}`)}`;
};

/** Source: Checkstyle, XMLLogger. */
export const checkstyle: Formatter = (problems, placed) => {
  const byFile = groupBy(
    problems.map((problem) => reported(problem, placed)),
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
export const gitlab: Formatter = (problems, placed) => {
  const taken = new Map<string, number>();
  const issues = problems.map((problem) => {
    const {code, severity, file, line, text} = reported(problem, placed);
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
