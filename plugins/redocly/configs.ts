import {RULES, type Rule} from '../../src/core/rules.ts';
import {PRESET_DECORATORS} from '../../src/io/redocly-decorator.ts';

/** Redocly knows no hints: a warning never fails a run either. */
const SEVERITIES = {error: 'error', warning: 'warn', hint: 'warn'} as const;
const STRICT_SEVERITIES = {error: 'error', warning: 'error', hint: 'warn'} as const;

function severities(of: Readonly<Record<Rule['severity'], 'error' | 'warn'>>) {
  const ours = RULES.map(({code, severity}) => [`apigen/${code}`, of[severity]] as const);
  return Object.fromEntries([...ours, UNRESOLVED]);
}

/** Redocly's own rule: a reference to what is not there stops the bundle. */
const UNRESOLVED = ['no-unresolved-refs', 'error'] as const;

/** The configurations `apigen/recommended` and `apigen/strict`. */
export const configs = {
  recommended: {decorators: PRESET_DECORATORS.recommended, rules: severities(SEVERITIES)},
  strict: {decorators: PRESET_DECORATORS.strict, rules: severities(STRICT_SEVERITIES)},
};
