import type {Severity} from '../src/core/base/problem.ts';
import {LINT_RULES} from '../src/core/generate/lint.ts';
import {type RuleFacts, rulePage} from '../src/core/rules/rule.ts';
import {findingsOf} from './findings.ts';

const SEVERITIES = {error: 'error', warning: 'warn', note: 'info'} as const satisfies Record<
  Severity,
  string
>;

/** A rule of Spectral. Its own types are not imported, because a project that reads the ruleset need not have them. */
export interface SpectralRule {
  description: string;
  message: string;
  severity: (typeof SEVERITIES)[Severity];
  documentationUrl: string;
  resolved: boolean;
  given: string;
  then: {function(root: unknown, options: unknown, context: object): {message: string}[]};
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
export function rulesetOf({strict}: {readonly strict: boolean}): {rules: Record<string, SpectralRule>} {
  return {
    rules: Object.fromEntries(LINT_RULES.map((rule) => [`apigen-${rule.code}`, toDefinition(rule, strict)])),
  };
}

function toDefinition(
  {code, severity, lintSeverity = severity, summary}: RuleFacts,
  strict: boolean,
): SpectralRule {
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
