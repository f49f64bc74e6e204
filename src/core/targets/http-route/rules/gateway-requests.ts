import type {Finding} from '../../../base/problem.ts';
import {settingPlace} from '../../../openapi/effective-settings.ts';
import {isInvalid, type Rule} from '../../../rules/rule.ts';

const HOSTNAMES = 'gateway.hostnames';

export const gatewayRequests = {
  code: 'gateway-requests',
  severity: 'note',
  summary: 'A Gateway sends only requests that are described, of hostnames that are named',
  check(input) {
    const {settings, choices} = input;
    if (!settings.get('gateway.name')) return [];
    const place = settingPlace('gateway.name', input);
    const findings: Finding[] = [];
    if (!settings.get(HOSTNAMES)?.length && !isInvalid(input, HOSTNAMES))
      findings.push({
        message: `\`${HOSTNAMES}\` is not set: requests of every hostname of the listeners are matched`,
        hint: `set \`${HOSTNAMES}\`, which \`apigen init\` proposes from \`servers\``,
        setting: HOSTNAMES,
        ...place,
      });
    if (choices.onlyDescribed === false)
      findings.push({
        message: 'requests that are not described reach the Service through the Gateway',
        hint: 'remove `--only-described=false`',
        ...place,
      });
    return findings;
  },
} satisfies Rule;
