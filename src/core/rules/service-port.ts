import {isInvalid, type Rule, rootPlace} from './rule.ts';

const KEY = 'service.port';

export const servicePort = {
  code: 'service-port',
  severity: 'warning',
  isFor: ({without}) => !without.includes(KEY),
  summary: 'The port of the target Service is set where the output has one',
  check(input) {
    const {settings, description} = input;
    if (settings.level(KEY) !== 'default' || isInvalid(input, KEY)) return [];
    const message = `\`${KEY}\` is not set: using ${settings.get(KEY)}`;
    const hint = `set \`${KEY}\` to the port that clients use, for example \`service: {port: 8080}\``;
    return [{message, hint, setting: KEY, location: rootPlace(description)}];
  },
} satisfies Rule;
