import {quote} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';

export const unknownMethod = {
  code: 'unknown-method',
  severity: 'warning',
  summary: 'HTTP methods are spelled correctly',
  check: (input) =>
    describeFaults(input, 'unknown-method', ({name, meant}) => ({
      message: `unknown method ${quote(name)}`,
      suggestion: meant,
    })),
} satisfies Rule;
