import {EXTENSION} from '../settings/table.ts';
import {isInvalid, type Rule, rootPlace} from './rule.ts';

const KEY = 'service.name';

export const serviceName = {
  code: 'service-name',
  severity: 'error',
  ofService: true,
  lintSeverity: 'warning',
  summary: 'A description with `x-apigen` settings names the target Service',
  check(input) {
    const {settings, description} = input;
    // An invalid name is reported as such, not as missing.
    if (settings.get(KEY) !== undefined || isInvalid(input, KEY)) return [];
    const message = 'the name of the target Service is missing';
    const hint = `set \`${KEY}\`, for example \`${EXTENSION}: {service: {name: petstore}}\` or \`--${KEY} petstore\``;
    return [{message, hint, setting: KEY, location: rootPlace(description)}];
  },
} satisfies Rule;
