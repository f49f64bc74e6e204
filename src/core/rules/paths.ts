import {invalid} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';

export const paths = {
  code: 'paths',
  severity: 'error',
  summary: '`paths` is a map',
  check: (input) =>
    describeFaults(input, 'paths', ({found}) => ({
      message: found === undefined ? '`paths` is missing' : invalid('`paths`', found, 'a map of paths'),
      hint: 'for example `paths: {/pets: {get: {}}}`',
    })),
} satisfies Rule;
