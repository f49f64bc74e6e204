import {LINT_RULES} from '../../src/core/lint.ts';
import type {Severity} from '../../src/core/problem.ts';
import {PRESET_DECORATORS} from '../../src/io/redocly-config/redocly-decorator.ts';

const SEVERITIES = {error: 'error', warning: 'warn', note: 'off'} as const;
const STRICT_SEVERITIES = {error: 'error', warning: 'error', note: 'off'} as const;

function severities(of: Readonly<Record<Severity, 'error' | 'warn' | 'off'>>) {
  const ours = LINT_RULES.map(
    ({code, severity, lintSeverity = severity}) => [`apigen/${code}`, of[lintSeverity]] as const,
  );
  // Redocly's own rule: an unresolved reference stops the bundle.
  return Object.fromEntries([...ours, ['no-unresolved-refs', 'error'] as const]);
}

/** The configurations `apigen/recommended` and `apigen/strict`. */
export const configs = {
  recommended: {decorators: PRESET_DECORATORS.recommended, rules: severities(SEVERITIES)},
  strict: {decorators: PRESET_DECORATORS.strict, rules: severities(STRICT_SEVERITIES)},
};
