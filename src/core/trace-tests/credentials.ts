import {isMap} from '../base/json.ts';
import type {Pair, Tested} from './tested.ts';

/**
 * The credentials of a request for its operation's first security requirement: variables of the server, in whose names it reads no `-`.
 *
 * Source: OpenAPI 3.2, Security Requirement Object and Security Scheme Object.
 *
 * @returns each with the place where it is sent
 */
export function credentialsOf(tested: Tested): readonly (readonly [place: unknown, pair: Pair])[] {
  const {operation, root, whole} = tested;
  const {security = root('security')} = operation;
  const [requirement] = Array.isArray(security) ? security : [];
  const schemes = {
    ...whole.follow(root('components/securitySchemes')),
    ...whole.follow(root('securityDefinitions')),
  };
  return Object.keys(isMap(requirement) ? requirement : {}).flatMap((key): (readonly [unknown, Pair])[] => {
    const {type, scheme = type, in: place, name} = whole.follow(schemes[key]);
    const variable = key.replace(/\W/g, '_').replace(/^(url|token|basic_credentials)$/, '$&_key');
    if (type === 'apiKey') return [[place, [String(name), `\${var:${variable}}`]]];
    const method = METHODS[String(scheme).toLowerCase()];
    if (method !== undefined) return [['header', ['Authorization', method]]];
    const hint =
      schemes[key] === undefined
        ? 'it is not described: add it to the security schemes'
        : 'add what it needs to the test';
    tested.lacks(`nothing for the security scheme \`${key}\``, hint);
    return [];
  });
}

/** The value of the header `Authorization`. */
const METHODS: Readonly<Record<string, string>> = {
  bearer: 'Bearer ${var:token}',
  oauth2: 'Bearer ${var:token}',
  openidconnect: 'Bearer ${var:token}',
  basic: 'Basic ${var:basic_credentials}',
};
