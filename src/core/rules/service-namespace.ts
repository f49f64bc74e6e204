import {quote} from '../base/quote.ts';
import {settingPlace} from '../openapi/effective-settings.ts';
import {isInvalid, type Rule} from './rule.ts';

const KEY = 'service.namespace';

export const serviceNamespace = {
  code: 'service-namespace',
  severity: 'note',
  ofService: true,
  summary: '`service.namespace` is set if `namespace` is',
  check(input) {
    const {settings} = input;
    const [own, service] = [settings.get('namespace'), settings.get(KEY)];
    if (own === service || settings.level(KEY) !== 'default' || isInvalid(input, KEY)) return [];
    const message = `\`${KEY}\` is not set: the Service is expected in namespace ${quote(service)}, not ${quote(own)}`;
    const hint = `set \`${KEY}\` to ${quote(own)} if the Service is there too, or else to ${quote(service)}`;
    return [{message, hint, setting: KEY, ...settingPlace('namespace', input)}];
  },
} satisfies Rule;
