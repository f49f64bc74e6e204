import type {HumanReadableDiagnosticSeverity, RuleDefinition} from '@stoplight/spectral-core';
import {LINT_RULES} from '../src/core/lint.ts';
import type {Severity} from '../src/core/problem.ts';
import type {RuleFacts} from '../src/core/rule.ts';
import {rulePage} from '../src/core/rule-page.ts';
import {findingsOf} from './findings.ts';

const SEVERITIES: Readonly<Record<Severity, HumanReadableDiagnosticSeverity>> = {
  error: 'error',
  warning: 'warn',
  note: 'info',
};

/** A ruleset for `new Ruleset()` of Spectral, whose types a project that reads it need not have. */
export interface Ruleset {
  readonly rules: Readonly<Record<string, object>>;
}

/**
 * A Spectral ruleset with a rule `apigen-<code>` for each rule of linters.
 *
 * Each is called with the root and returns its share of what one walk found: a walk for every rule would take seconds in a
 * large description. The rules take the resolved document, so that Spectral reports in the file that a `$ref` leads to.
 * They declare no `formats`, for which Spectral would warn about documents of other kinds.
 *
 * @param strict raises warnings to errors
 */
export function rulesetOf({strict}: {readonly strict: boolean}): Ruleset {
  return {
    rules: Object.fromEntries(LINT_RULES.map((rule) => [`apigen-${rule.code}`, toDefinition(rule, strict)])),
  };
}

function toDefinition(
  {code, severity, lintSeverity = severity, summary}: RuleFacts,
  strict: boolean,
): RuleDefinition {
  return {
    description: summary,
    message: '{{error}}',
    severity: SEVERITIES[strict && lintSeverity === 'warning' ? 'error' : lintSeverity],
    documentationUrl: rulePage(code),
    resolved: true,
    given: '$',
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for it
    then: {function: findingsOf(code)},
  };
}
