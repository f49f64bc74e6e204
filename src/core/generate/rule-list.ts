import {COMMON_RULES, TARGET_RULES} from '../rules/index.ts';
import type {RuleFacts} from '../rules/rule.ts';
import {listOfChoices, type ValueType} from '../settings/types/index.ts';
import {objectSize, TARGETS} from '../targets/index.ts';
import {meshVersion} from '../targets/version-needs.ts';

/** A problem that no description shows alone: found among the outputs of a run, and among those and a cluster. */
export const sharedRequest = {
  code: 'shared-request',
  severity: 'warning',
  linted: 'page alone',
  summary: 'Each request of a Gateway is for one Service',
} satisfies RuleFacts;

/** A rule about what leaves out findings of the others. */
export const unusedIgnore: RuleFacts = {
  code: 'unused-ignore',
  severity: 'note',
  summary: 'Each rule in `x-apigen-ignore` finds something there',
};

/** Every rule: those for all targets, and each target's own. */
export const RULES: readonly RuleFacts[] = [
  ...COMMON_RULES,
  ...TARGET_RULES,
  ...TARGETS.flatMap(({rules}) => rules),
  objectSize,
  sharedRequest,
  meshVersion,
  unusedIgnore,
];

export const RULES_BY_CODE: ReadonlyMap<string, RuleFacts> = new Map(RULES.map((rule) => [rule.code, rule]));

/** The code of a rule, for its name in Spectral or Redocly. */
export function withoutPrefix(name: string): string {
  return name.replace(/^apigen[-/]/, '');
}

const OPTIONAL = RULES.filter(({severity}) => severity !== 'error').map(({code}) => code);

const codes = listOfChoices(
  'rule',
  ['the code of a rule of warnings or notes', 'a list of codes of rules of warnings or notes'],
  OPTIONAL,
);

/** The codes of rules whose findings are left out. */
export const skippedRules: ValueType<readonly string[]> = {
  ...codes,
  check: (value) =>
    codes.check(value).map((mismatch) => {
      const code = withoutPrefix(String(mismatch.found));
      const {severity} = RULES_BY_CODE.get(code) ?? {};
      if (severity === undefined) return mismatch;
      const meant = mismatch.at.length === 0 ? `[${code}]` : code;
      const isError = severity === 'error';
      return {
        ...mismatch,
        hint: isError ? 'fix what it finds: errors cannot be left out' : `write \`${meant}\``,
      };
    }),
};
