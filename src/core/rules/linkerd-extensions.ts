import {keyLocation} from '../base/problem.ts';
import {counted} from '../base/quote.ts';
import type {Rule} from './rule.ts';

/** Settings that another tool reads are not lost in silence. */
export const linkerdExtensions = {
  code: 'linkerd-extensions',
  severity: 'note',
  summary: '`x-linkerd-timeout` and `x-linkerd-retryable` are read where they are used',
  check({description: {operations}, choices}) {
    const places = operations.flatMap(({linkerd}) => [...(linkerd?.places.values() ?? [])]);
    const [location] = places;
    if (choices.readLinkerdExtensions || location === undefined) return [];
    const [are, extensions] = [places.length === 1 ? 'is' : 'are', counted(places.length, 'extension')];
    const message = `${extensions} of Linkerd (\`x-linkerd-timeout\`, \`x-linkerd-retryable\`) ${are} not read`;
    const hint = 'read them with `--read-linkerd-extensions`';
    return [{message, hint, location: keyLocation(location)}];
  },
} satisfies Rule;
