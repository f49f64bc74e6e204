import {describe, expect, test} from '@jest/globals';
import {RULES} from '../../../src/core/check.ts';
import {SEVERITIES} from '../../../src/core/problem.ts';
import {rulePage} from '../../../src/core/rule-page.ts';

describe('every rule', () => {
  test.each(RULES)('$code: a code of its own, a severity and a summary', ({code, severity, summary}) => {
    expect(RULES.filter((rule) => rule.code === code)).toHaveLength(1);
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(SEVERITIES).toContain(severity);
    expect(summary).toMatch(/^\S.*[^.\s]$/);
    expect(rulePage(code)).toBe(`https://unpkg.com/@apigen/cli/docs/rules/${code}.md`);
  });
});
