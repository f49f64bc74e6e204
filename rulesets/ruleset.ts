import type {Format, HumanReadableDiagnosticSeverity, RuleDefinition} from '@stoplight/spectral-core';
import {isMap, ownValue} from '../src/core/json-pointer.ts';
import {RULES, type Rule, type RuleSeverity, rulePage} from '../src/core/rules.ts';
import {findingsOf} from './findings.ts';

const SEVERITIES: Readonly<Record<RuleSeverity, HumanReadableDiagnosticSeverity>> = {
  error: 'error',
  warning: 'warn',
  hint: 'hint',
};

/** A kind of document by the field that declares its version. Every 3.x is taken, so that 3.2 works with any Spectral. */
function declares(field: string, version: RegExp, displayName: string): Format {
  const matches = (document: unknown) => isMap(document) && version.test(String(ownValue(document, field)));
  return Object.assign(matches, {displayName});
}

const FORMATS = [
  declares('swagger', /^2(\.|$)/, 'OpenAPI 2.0 (Swagger)'),
  declares('openapi', /^3(\.|$)/, 'OpenAPI 3.x'),
];

/**
 * A Spectral ruleset: one rule `apigen-<code>` for each row of RULES.
 *
 * Each is given the root only and asks for its share of what one walk found, since walking a large description once
 * for every rule would take seconds. It looks at the resolved document, for a finding in a referenced file is shown in
 * that file then.
 *
 * @param strict makes errors of warnings
 */
export function rulesetOf({strict}: {readonly strict: boolean}) {
  return {
    formats: FORMATS,
    rules: Object.fromEntries(RULES.map((rule) => [`apigen-${rule.code}`, toDefinition(rule, strict)])),
  };
}

function toDefinition(
  {code, severity, summary}: Rule & (typeof RULES)[number],
  strict: boolean,
): RuleDefinition {
  return {
    description: summary,
    message: '{{error}}',
    severity: SEVERITIES[strict && severity === 'warning' ? 'error' : severity],
    documentationUrl: rulePage(code),
    resolved: true,
    given: '$',
    // biome-ignore lint/suspicious/noThenProperty: that is Spectral's name for it
    then: {function: findingsOf(code)},
  };
}
