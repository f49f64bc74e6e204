import {MAX_HOPS} from '../limits.ts';
import {invalid, kindOf, quote} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';

export const reference = {
  code: 'reference',
  severity: 'error',
  summary: '`$ref`s of path items and operations resolve to maps and are not circular',
  check: (input) =>
    describeFaults(input, 'reference', (fault) => {
      switch (fault.kind) {
        case 'type':
          return {
            message: invalid('`$ref`', fault.found, 'a string'),
            hint: 'for example `$ref: "paths.yaml#/pets"`',
          };
        case 'syntax':
          return {
            message: `invalid \`$ref\` ${quote(fault.reference)}: expected a URI with a JSON pointer`,
            hint: 'begin the part after `#` with `/`, and percent-encode special characters (`%` itself is `%25`)',
          };
        case 'hops':
          return {
            message: `too many \`$ref\`s: ${quote(fault.reference)} is the first of a chain of more than ${MAX_HOPS}`,
            hint: 'refer to the last target of the chain directly',
          };
        case 'cycle':
          return {
            message: `circular \`$ref\` ${quote(fault.reference)}`,
            hint: 'replace one `$ref` of the cycle with the map itself',
          };
        case 'target':
          return {
            message: `\`$ref\` ${quote(fault.reference)} resolves to ${kindOf(fault.found)}`,
            hint: `refer to ${fault.what}, which is a map`,
          };
      }
    }),
} satisfies Rule;
