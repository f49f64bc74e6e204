import {quote} from '../../base/quote.ts';
import {settingPlace} from '../../openapi/effective-settings.ts';
import type {Rule} from '../../rules/rule.ts';
import {DNS_SUBDOMAIN_LENGTH} from '../../settings/types/index.ts';
import {profileName} from './service-profile.ts';

const DOMAIN = 'cluster.cluster_domain';

/** The name of an object is a DNS subdomain. Source: Kubernetes, apimachinery `validation.IsDNS1123Subdomain`. */
export const profileNameLength = {
  code: 'profile-name',
  severity: 'error',
  summary: 'The name of the ServiceProfile is not longer than Kubernetes allows',
  check(input) {
    const {settings} = input;
    const name = profileName(settings);
    if (settings.get('service.name') === undefined || name.length <= DNS_SUBDOMAIN_LENGTH) return [];
    const message = `invalid name of the ServiceProfile ${quote(name)}: expected at most ${DNS_SUBDOMAIN_LENGTH} characters`;
    return [{message, hint: `shorten \`${DOMAIN}\``, setting: DOMAIN, ...settingPlace(DOMAIN, input)}];
  },
} satisfies Rule;
