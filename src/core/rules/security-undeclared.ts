import {keyLocation} from '../base/problem.ts';
import {isEnforced} from '../openapi/access.ts';
import {listOf} from '../openapi/setting-places.ts';
import type {Rule} from './rule.ts';

const KEY = 'security.undeclared';

export const securityUndeclared = {
  code: 'security-undeclared',
  severity: 'error',
  ofService: true,
  summary: 'Where `security` is enforced, every operation has one, or `security.undeclared` is set',
  check({routes, settings}) {
    const undeclared = routes.filter(({security, addedTo}) => security === undefined && !addedTo);
    const [first] = undeclared;
    if (!isEnforced(settings) || settings.get(KEY) !== undefined || first === undefined) return [];
    const message = `no \`security\` says who may call ${listOf(undeclared)}`;
    const hint = `set \`security\`, or \`${KEY}\` to \`deny\` or \`public\``;
    return [{message, hint, setting: KEY, location: keyLocation(first.location)}];
  },
} satisfies Rule;
