import {keyLocation} from '../../../problem.ts';
import type {Rule} from '../../../rule.ts';

const KEY = 'service.port';

export const servicePort = {
  code: 'service-port',
  severity: 'warning',
  summary: 'For HTTPRoutes, the port of the target Service is set',
  check({
    settings,
    settingFaults,
    description: {
      uri,
      settings: {extension},
    },
  }) {
    const isInvalid = settingFaults.some((fault) => fault.kind === 'value' && fault.entry.key === KEY);
    if (settings.level(KEY) !== 'default' || isInvalid) return [];
    return [
      {
        message: `\`${KEY}\` is not set: using ${settings.get(KEY)}`,
        hint: `set \`${KEY}\` to the port that clients use, for example \`service: {port: 8080}\``,
        setting: KEY,
        location: extension ? keyLocation(extension) : {uri, pointer: ''},
      },
    ];
  },
} satisfies Rule;
