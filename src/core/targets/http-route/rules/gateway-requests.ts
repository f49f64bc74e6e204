import {settingPlace} from '../../../openapi/effective-settings.ts';
import type {Rule} from '../../../rule.ts';

const HOSTNAMES = 'gateway.hostnames';

export const gatewayRequests = {
  code: 'gateway-requests',
  severity: 'note',
  summary: 'A Gateway sends only requests that are described, of hostnames that are named',
  check(input) {
    const {settings, choices} = input;
    if (!settings.get('gateway.name')) return [];
    const setting = HOSTNAMES;
    const place = settingPlace('gateway.name', input);
    const hasHostnames = (settings.get(HOSTNAMES) ?? []).length > 0;
    return [
      ...(hasHostnames
        ? []
        : [
            {
              message: `\`${HOSTNAMES}\` is not set: requests of every hostname of the listeners are matched`,
              hint: `set \`${HOSTNAMES}\`, which \`apigen init\` proposes from \`servers\``,
              setting,
              ...place,
            },
          ]),
      ...(choices.onlyDescribed === false
        ? [
            {
              message: 'requests that are not described reach the Service through the Gateway',
              hint: 'remove `--only-described=false`',
              ...place,
            },
          ]
        : []),
    ];
  },
} satisfies Rule;
