import {at, listAt, textAt} from '../cluster/json.ts';
import type {Definition} from './definitions.ts';

/** `not run` is a test without a run, `not checked` one that would only check spans, `no trace` one whose trace has the request only. */
type Verdict = 'passed' | 'failed' | 'no trace' | 'not run' | 'not checked';

/** The outcome of a test: lines that say what is wrong, and the run's page, empty without a run. */
export type TestOutcome = Readonly<{verdict: Verdict; problems: readonly string[]; page: string}>;
export type TestResult = TestOutcome & Omit<Definition, 'spec'> & {readonly seconds: number};

/** The states in which a run ends, with what they mean. */
export const FINAL = new Map([
  ['FINISHED', ''],
  ['STOPPED', 'the run was stopped'],
  ['TRIGGER_FAILED', 'the request failed'],
  ['TRACE_FAILED', ''],
  ['ASSERTION_FAILED', 'the server could not check the assertions'],
  ['ANALYZING_ERROR', 'the server could not analyze the trace'],
]);

const NO_TRACE =
  'the service answered, but no trace of it arrived: `tracer status` shows where the server looks for traces, and --without-trace checks only the response';
const LONGEST_VALUE = 200;

/** The assertions that failed. The results have the specs' selectors, but not their names. */
const failuresOf = (run: unknown, {spec}: Definition): string[] =>
  listAt(run, 'result', 'results').flatMap((ofSpec) => {
    const selector = textAt(ofSpec, 'selector', 'query');
    const named = listAt(spec, 'specs').find((one) => textAt(one, 'selector') === selector);
    const failed = listAt(ofSpec, 'results').filter((one) => at(one, 'allPassed') !== true);
    const name = textAt(named, 'name') || selector;
    const lines = failed.map((result) => {
      const spans = listAt(result, 'spanResults').filter((one) => at(one, 'passed') !== true);
      const values = spans.map((one) => textAt(one, 'observedValue') || `nothing (${textAt(one, 'error')})`);
      const found = [...new Set(values)].join(', ').slice(0, LONGEST_VALUE);
      return `${textAt(result, 'assertion')}, found ${found}`;
    });
    return lines.length === 1
      ? [`${name}: ${lines[0]}`]
      : [...(lines.length > 0 ? [`${name}:`] : []), ...lines.map((line) => `  ${line}`)];
  });

/** The outcome of a finished run: passed is `FINISHED` with `allPassed` and a trace, nothing else. */
export function outcomeOf(run: unknown, definition: Definition): Omit<TestOutcome, 'page'> {
  const state = textAt(run, 'state');
  const spans = Object.values(Object(at(run, 'trace', 'flat')));
  const traced =
    at(definition.spec, 'skipTraceCollection') === true ||
    spans.some((span) => textAt(span, 'name') !== 'Tracetest trigger');
  const noTrace = state === 'TRACE_FAILED' || (state === 'FINISHED' && !traced);
  const reason = [FINAL.get(state), textAt(run, 'lastErrorState')].filter(Boolean).join(': ');
  const problems = [noTrace ? NO_TRACE : '', reason, ...failuresOf(run, definition)].filter(Boolean);
  if (noTrace) return {verdict: 'no trace', problems};
  const passed = state === 'FINISHED' && at(run, 'result', 'allPassed') === true;
  return {verdict: passed ? 'passed' : 'failed', problems};
}

/** A result as lines for the user. */
export function linesOf({name, verdict, seconds, problems, page}: TestResult): string[] {
  if (verdict === 'passed') return [`${name} (${seconds} s)`];
  const lines = [...problems, page].filter(Boolean).map((line) => `    ${line}`);
  return [`${name}${verdict === 'failed' ? '' : `: ${verdict}`} (${seconds} s)`, ...lines];
}

const ESCAPES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '"': '&quot;', '\n': '&#10;'};
const element = (name: string, values: Readonly<Record<string, string | number>>, inside = '') => {
  const attributes = Object.entries(values).map(([key, value]) => {
    // XML cannot have control characters.
    const text = `${value}`.replace(/[\x00-\x08\x0b-\x1f]/g, '');
    return ` ${key}="${text.replace(/[&<"\n]/g, (found) => ESCAPES[found] ?? '')}"`;
  });
  return `<${name}${attributes.join('')}>${inside}</${name}>\n`;
};

/** The results as JUnit's XML. That of the server has no failure for a run without results. */
export function junit(results: readonly TestResult[]): string {
  const cases = results.map(({file, name, seconds, verdict, problems, page}) => {
    const message = [...problems, page].join('\n');
    const tag = verdict === 'failed' ? 'failure' : verdict === 'not checked' ? 'skipped' : 'error';
    const inside = verdict === 'passed' ? '' : element(tag, {type: verdict, message});
    return element('testcase', {classname: file, name, time: seconds}, inside);
  });
  const count = (...verdicts: string[]) => results.filter(({verdict}) => verdicts.includes(verdict)).length;
  const [failures, errors, skipped] = [count('failed'), count('no trace', 'not run'), count('not checked')];
  const time = results.reduce((sum, {seconds}) => sum + seconds, 0).toFixed(1);
  const suite = {name: 'tracer', tests: results.length, failures, errors, skipped, time};
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, element('testsuite', suite, cases.join('')))}`;
}
