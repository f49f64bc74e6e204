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
    const [ofRoutes, ofService] = [settings.get('namespace'), settings.get(KEY)];
    if (ofRoutes === ofService || settings.level(KEY) !== 'default' || isInvalid(input, KEY)) return [];
    const message = `\`${KEY}\` is not set: the Service is expected in namespace ${quote(ofService)}, not ${quote(ofRoutes)}`;
    const hint = `set \`${KEY}\` to ${quote(ofRoutes)} if the Service is there too, or else to ${quote(ofService)}`;
    return [{message, hint, setting: KEY, ...settingPlace('namespace', input)}];
  },
} satisfies Rule;
