import {MAX_OPERATIONS} from '../limits.ts';
import {ADDITIONAL_OPERATIONS} from '../openapi/version.ts';
import {invalid, quote} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';

export const operation = {
  code: 'operation',
  severity: 'error',
  summary: 'Operations are maps, and each path has an HTTP method once',
  check: (input) =>
    describeFaults(input, 'operation', (fault) => {
      switch (fault.kind) {
        case 'operation':
          return {
            message: `invalid operation \`${fault.method}\` of ${quote(fault.path)}: expected a map, found ${quote(fault.found)}`,
            hint: `leave it empty (\`${fault.method}:\`) or write a map`,
          };
        case 'additional-operations':
          return {
            message: invalid(`\`${ADDITIONAL_OPERATIONS}\``, fault.found, 'a map of operations'),
            hint: 'add methods under it, for example `LINK: {}`',
          };
        case 'method-name':
          return {
            message: `invalid HTTP method ${quote(fault.name)}: expected letters, digits and "-"`,
            hint: 'for example `LINK`',
          };
        case 'repeated-method':
          return {
            message: `duplicate method ${quote(fault.name)} at this path`,
            hint: 'keep one of the two operations',
          };
        case 'too-many':
          return {
            message: `more than ${MAX_OPERATIONS} operations`,
            hint: 'divide the description, or write fewer paths with the same `$ref` or alias',
          };
      }
    }),
} satisfies Rule;
