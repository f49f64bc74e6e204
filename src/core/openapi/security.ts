import {isMap} from '../base/json.ts';
import {childLocation, type FoundFault, type Location} from '../base/problem.ts';
import {invalid} from '../base/quote.ts';
import {entryOf, type Placed, type Resolved} from './placed.ts';
import {resolveMap} from './reference.ts';
import type {Walk} from './walk.ts';

/** A security scheme that a requirement names. */
export interface SchemeUse {
  readonly name: string;
  /** The scopes that a token has to have, all of them. */
  readonly scopes: readonly string[];
  readonly location: Location;
}

/** The alternatives of an operation, each with the schemes that it needs together: none for `{}`. Without an alternative it is public. */
export interface Security {
  readonly alternatives: readonly (readonly SchemeUse[])[];
  readonly location: Location;
  readonly faults: readonly FoundFault[];
}

/** A security scheme: its `type`, for `http` its `scheme` in lower case. */
export interface SecurityScheme {
  readonly kind: string;
  readonly location: Location;
  /** Of OpenID Connect. */
  readonly openIdConnectUrl?: string;
}

export type SecuritySchemes = ReadonlyMap<string, SecurityScheme>;

const CODE = 'security-scheme';

/** Reads the `security` of an operation or a root. Source: OpenAPI 3.2, Security Requirement Object; 2.0 has the same. */
export function readSecurity({value, location}: Placed): Security {
  const faults: FoundFault[] = [];
  const wrong = (found: unknown, expected: string, at: Location, hint: string) => {
    faults.push({code: CODE, message: invalid('`security`', found, expected), hint, location: at});
    return [];
  };
  const example = 'for example `security: [{login: []}]`; `[]` is public';
  if (!Array.isArray(value))
    return {alternatives: wrong(value, 'a list of maps', location, example), location, faults};
  const alternatives = value.map((alternative: unknown, index) => {
    const at = childLocation(location, String(index));
    if (!isMap(alternative)) return wrong(alternative, 'a map of schemes', at, example);
    return Object.entries(alternative).flatMap(([name, scopes]): SchemeUse[] => {
      const place = childLocation(at, name);
      const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
      if (isList) return [{name, scopes: [...new Set<string>(scopes)], location: place}];
      // `read write` is meant as two.
      const meant = /^[a-z][\w:./ -]*$/i.test(String(scopes)) ? String(scopes).trim().split(/ +/) : undefined;
      const hint = typeof scopes === 'string' && meant ? `[${meant.join(', ')}]\`` : '[]` for none';
      return wrong(scopes, 'a list of strings', place, `write \`${name}: ${hint}`);
    });
  });
  return {alternatives, location, faults};
}

/**
 * The security schemes that a description has. What a `$ref` cannot be followed to is none of them.
 *
 * @param missing gets the places that could not be looked up
 *
 * Source: OpenAPI 3.2, Components Object and Security Scheme Object; Swagger 2.0, `securityDefinitions`.
 */
export function readSecuritySchemes(root: Resolved, walk: Walk, missing: Location[]): SecuritySchemes {
  const own: Walk = {...walk, faults: [], missing, resolved: new Map()};
  const isSwagger = walk.version === '2.0';
  const holder = isSwagger ? root : mapAt(root, 'components', own);
  const schemes = holder && mapAt(holder, isSwagger ? 'securityDefinitions' : 'securitySchemes', own);
  const names = schemes?.flatMap(({value}) => Object.keys(value)) ?? [];
  return new Map(
    names.flatMap((name) => {
      const scheme = schemes && mapAt(schemes, name, own);
      const [type, http, url] = ['type', 'scheme', 'openIdConnectUrl'].map(
        (key) => scheme && entryOf(scheme, key)?.value,
      );
      if (scheme === undefined || typeof type !== 'string') return [];
      const kind = type === 'http' ? String(http).toLowerCase() : type;
      const openIdConnectUrl = typeof url === 'string' ? {openIdConnectUrl: url} : {};
      return [[name, {kind, location: scheme[0].location, ...openIdConnectUrl}] as const];
    }),
  );
}

function mapAt(maps: Resolved, key: string, walk: Walk): Resolved | undefined {
  const entry = entryOf(maps, key);
  return entry && resolveMap(entry, 'a security scheme', walk);
}
