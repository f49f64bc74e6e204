import {keyLocation} from '../base/problem.ts';
import {accessOf, isEnforced, isUndeclared} from '../openapi/access.ts';
import {listOf} from '../openapi/setting-places.ts';
import {isInvalid, type Rule} from './rule.ts';

const KEY = 'security.undeclared';

export const securityUndeclared = {
  code: 'security-undeclared',
  severity: 'error',
  ofService: true,
  summary: 'Where `security` is enforced, every operation has one, or `security.undeclared` is set',
  check(input) {
    const {routes, settings} = input;
    if (!isEnforced(settings) || settings.get(KEY) !== undefined || isInvalid(input, 'clients')) return [];
    const undeclared = routes.filter(
      (one) => !one.addedTo && isUndeclared(one, accessOf(one, settings).access),
    );
    const [first] = undeclared;
    if (first === undefined) return [];
    const message = `no \`security\` says who may call ${listOf(undeclared)}`;
    const hint = `set \`security\`, or \`${KEY}\` to \`deny\` or \`public\``;
    return [{message, hint, setting: KEY, location: keyLocation(first.location)}];
  },
} satisfies Rule;
