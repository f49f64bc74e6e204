import {quote} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';

export const pathItem = {
  code: 'path-item',
  severity: 'error',
  summary: 'Path items are maps',
  check: (input) =>
    describeFaults(input, 'path-item', ({path, found}) => ({
      message: `invalid path item of ${quote(path)}: expected a map, found ${quote(found)}`,
      hint: 'add methods under the path, for example `get: {}`',
    })),
} satisfies Rule;
