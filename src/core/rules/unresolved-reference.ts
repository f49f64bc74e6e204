import {quote} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';

export const unresolvedReference = {
  code: 'unresolved-reference',
  severity: 'error',
  linted: false,
  summary: '`$ref`s of path items and operations can be resolved',
  check: (input) =>
    describeFaults(input, 'unresolved-reference', (fault) => {
      const name = `\`$ref\` ${quote(fault.reference)}`;
      switch (fault.kind) {
        case 'missing':
          return {
            message: `unresolved ${name}: there is nothing at \`${fault.pointer}\``,
            hint: `refer to ${fault.what}`,
          };
        case 'not-given':
          return {
            message: `unresolved ${name}: the document was not passed in`,
            hint: 'pass in every document that is referred to',
          };
        case 'unreadable':
          return {
            message: fault.inside ? fault.message : `unresolved ${name}: ${fault.message}`,
            ...(fault.hint === undefined ? {} : {hint: fault.hint}),
          };
      }
    }),
} satisfies Rule;
