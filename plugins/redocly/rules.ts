import type {Oas2Rule, Oas3Rule, UserContext} from '@redocly/openapi-core';
import {OVERLAY_CODE, type Problem} from '../../src/core/base/problem.ts';
import {LINT_RULES, lintDescription, toLintProblems} from '../../src/core/generate/lint.ts';
import {settingValue} from '../../src/core/rules/fault-rules.ts';
import {rulePage} from '../../src/core/rules/rule.ts';
import {type RedoclyReport, redoclyDescription, toReport} from './description.ts';
import {optionsOfApi, redoclyApi, redoclyOutput, severityOf, unknownConfigNames} from './project.ts';

interface RuleReport {
  readonly code: string;
  readonly report: RedoclyReport;
}

/** Every rule reports on the same description, which is checked once. */
const reports = new WeakMap<object, readonly RuleReport[]>();

function reportsOn(root: object, ctx: UserContext): readonly RuleReport[] {
  const all = reports.get(root) ?? check(root, ctx);
  reports.set(root, all);
  return all;
}

function check(root: object, ctx: UserContext): readonly RuleReport[] {
  const description = redoclyDescription(ctx);
  const toRuleReport = (problem: Problem, forced: Pick<RedoclyReport, 'forceSeverity'> = {}): RuleReport => ({
    // Where the output is written, and what overlays change, are values of options.
    code: OF_OPTIONS.includes(problem.code) ? settingValue.code : problem.code,
    report: {...toReport(problem, description), ...forced},
  });
  const names = unknownConfigNames(ctx);
  const given = optionsOfApi(ctx);
  if (given === undefined)
    return [...names, ...lintDescription(root, description)].map((problem) => toRuleReport(problem));
  const api = redoclyApi(ctx);
  const {options, problems, checked} = redoclyOutput(root, api, description, given);
  const {settings, run} = options;
  // What stops the bundle is an error here too, except what a flag of `apigen mesh` may add if nothing is strict.
  const stopping = [
    ...names,
    ...problems.filter(
      ({code, severity, location}) =>
        code === OVERLAY_CODE ||
        // Redocly itself refuses other documents, unless an overlay made one of them.
        (code === 'not-openapi' && location?.uri !== description.uri) ||
        (severity === 'error' && (run.strict === true || location?.uri === api.optionsAt.uri)),
    ),
  ];
  const reported = new Set(stopping.map(idOf));
  const others = checked
    ? toLintProblems(checked)
    : lintDescription(root, {...description, ...run, settings});
  return [
    ...stopping.map((problem) =>
      toRuleReport(problem, {
        forceSeverity: problem.severity === 'error' || run.strict === true ? severityOf(given) : 'warn',
      }),
    ),
    ...others.filter((problem) => !reported.has(idOf(problem))).map((problem) => toRuleReport(problem)),
  ];
}

const OF_OPTIONS: readonly string[] = ['output', 'not-openapi', OVERLAY_CODE];

function idOf({code, message, location}: Problem): string {
  return JSON.stringify([code, message, location?.uri, location?.pointer]);
}

function rule(code: string) {
  return () => ({
    Root(root: object, ctx: UserContext) {
      for (const {report} of reportsOn(root, ctx).filter((candidate) => candidate.code === code))
        ctx.report({...report, reference: rulePage(code)});
    },
  });
}

/** The rules of `redocly lint`, by their code. */
export const rules = Object.fromEntries(
  LINT_RULES.map(({code}) => [code, rule(code) satisfies Oas3Rule & Oas2Rule]),
);
