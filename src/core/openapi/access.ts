import {compareCodePoints} from '../base/code-point-order.ts';
import {firstOfEach, groupBy} from '../base/group-by.ts';
import {type Finding, keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {EXTENSION} from '../settings/table.ts';
import type {EnforcedScheme, EnforcedSchemes} from '../settings/types/index.ts';
import {chosenReader, readerTitle} from './chosen-reader.ts';
import type {EffectiveSettings} from './effective-settings.ts';
import type {Operation} from './operation.ts';
import {readSecurity, type SchemeUse, type SecurityScheme} from './security.ts';

/** The tokens that a request may have: of one issuer, with all of these scopes. */
export interface Token {
  /** The first scheme by name that has the issuer. */
  readonly scheme: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** In a policy that was made: the address of its keys, and its audiences, none for any. */
  readonly keys?: string;
  readonly audiences?: readonly string[];
}

/** Who may call an operation, as far as a gateway enforces it. */
export interface Access {
  /** In words: `public`, `login articles:write + articles:admin`. */
  readonly who: string;
  /** What is enforced; the same for two operations whose requests are treated alike, whatever is set otherwise. */
  readonly key: string;
  readonly isDenied: boolean;
  /** Of which a request needs one; none where it needs no token. */
  readonly tokens: readonly Token[];
  /** True if it needs none, but a wrong one is refused. */
  readonly isOptional: boolean;
  /** The service accounts of which a request has to come from one, such as `shop/web`; none for any. */
  readonly clients: readonly string[];
  /** Where a policy that was made enforces it, if that may be elsewhere than where the routes are. */
  readonly at?: string;
}

/** Of the name of a provider, and of a scope. Source: Envoy Gateway 1.9, api/v1alpha1, JWTProvider and JWTScope. */
const MAX_LENGTH = 253;

/** The kinds of a scheme whose credentials are tokens that a gateway can check. */
const OF_TOKENS: readonly string[] = ['bearer', 'oauth2', 'openIdConnect'];

/** The rule that reports what a scheme lacks, and that of combinations that no gateway can check. */
type AccessFault = Finding & {readonly code: 'security-scheme' | 'security-alternatives'};

/** The accesses of operations that differ are few. */
export const DENIED: Access = {...accessFor([], []), who: 'denied', key: 'denied', isDenied: true};

/** @param words the schemes and scopes of each alternative that has some */
export function accessFor(
  words: readonly string[],
  tokens: readonly Token[],
  isOptional = false,
  clients: readonly string[] = [],
): Access {
  const parts = tokens.map(({issuer, scopes}) => [issuer, ...scopes]);
  const ofTokens = tokens.length === 0 ? 'public' : JSON.stringify([isOptional, parts]);
  const key = clients.length === 0 ? ofTokens : JSON.stringify([ofTokens, clients]);
  const alternatives = [...words, ...(isOptional || words.length === 0 ? ['public'] : [])];
  const all = alternatives.join(' or ');
  const needed = words.length === 0 ? [] : [alternatives.length > 1 ? `(${all})` : all];
  const who = clients.length === 0 ? all : [...needed, `clients ${clients.join(', ')}`].join(' and ');
  return {who, key, isDenied: false, tokens, isOptional, clients};
}

/** Whether a description's `security` is enforced. */
export function isEnforced({get}: Pick<EffectiveSettings, 'get'>): boolean {
  return get('security.enforce') === true;
}

/**
 * Who may call an operation, by its `security` and the settings of the schemes; `undefined` where nothing is enforced. Nobody may, where
 * that is not known or cannot be enforced, and faults say why.
 */
export function accessOf(
  operation: Operation,
  settings: EffectiveSettings,
): {access: Access | undefined; faults: readonly AccessFault[]} {
  if (!isEnforced(settings)) return {access: undefined, faults: []};
  const clients = clientsOf(operation, settings);
  if (operation.security === undefined && clients.length > 0)
    return {access: accessFor([], [], false, clients), faults: []};
  if (operation.security === undefined) {
    const isPublic = settings.get('security.undeclared') === 'public';
    const {who, ...undeclared} = isPublic ? accessFor([], []) : DENIED;
    return {access: {...undeclared, who: `${who} (undeclared)`}, faults: []};
  }
  const {alternatives, faults: misread, location} = readSecurity(operation.security);
  const faults: AccessFault[] = misread.map((fault) => ({...fault, code: 'security-scheme'}));
  const checked = alternatives.map((uses) => checkedBy(uses, operation, settings, faults));
  const isPublic = alternatives.length === 0 || alternatives.some(({length}) => length === 0);
  const open = checked.find(({token, byService}) => token === undefined && byService.length > 0);
  if (open && !isPublic && checked.some(({token}) => token))
    faults.push({
      code: 'security-alternatives',
      message: `the alternative ${quote(open.byService.join(' + '))} of \`security\` makes the operation open at the gateway`,
      hint: 'set `security: []` at the operation if the service checks every request, or give the alternative a token',
      location,
    });
  if (faults.length > 0) return {access: DENIED, faults};
  const tokens = firstOfEach(
    checked.flatMap(({token}) => token ?? []),
    tokenText,
  ).sort((a, b) => compareCodePoints(tokenText(a), tokenText(b)));
  const words = new Set(checked.flatMap((one) => one.words || []));
  return {access: accessFor([...words], tokens, isPublic, clients), faults};
}

function clientsOf(operation: Operation, settings: EffectiveSettings): readonly string[] {
  const names = (settings.at(operation, 'clients') ?? []).map((one) =>
    [one.namespace, one.service_account].join('/'),
  );
  return [...new Set(names)].sort(compareCodePoints);
}

/** Whether nothing says who may call an operation. */
export function isUndeclared({security}: Operation, access: Access | undefined): boolean {
  return security === undefined && access?.clients.length === 0;
}

/** A token that an alternative needs, the schemes of it that the service checks, and all of it in words. */
interface CheckedBy {
  readonly token: Token | undefined;
  readonly byService: readonly string[];
  readonly words: string;
}

function checkedBy(
  uses: readonly SchemeUse[],
  operation: Operation,
  settings: EffectiveSettings,
  faults: AccessFault[],
): CheckedBy {
  const all = settings.at(operation, 'security.schemes') ?? {};
  const schemes = new Map(Object.entries(all));
  const described = settings.rootOf(operation).securitySchemes();
  const known = uses.filter((use) => {
    const fault = schemeFault(use, described.get(use.name), schemes.get(use.name), settings);
    if (fault) faults.push({code: 'security-scheme', location: keyLocation(use.location), ...fault});
    return fault === undefined;
  });
  const isByService = ({name}: SchemeUse) => schemes.get(name)?.enforced_by === 'service';
  const ofTokens = known.filter((use) => !isByService(use));
  const issuers = groupBy(ofTokens, ({name}) => schemes.get(name)?.issuer ?? '');
  const [issuer, ...others] = issuers.keys();
  const [first] = ofTokens;
  if (others.length > 0 && first)
    faults.push({
      code: 'security-alternatives',
      message: `a request has one token, and ${ofTokens.map(({name}) => `\`${name}\``).join(' and ')} need two issuers`,
      hint: 'set `enforced_by: service` for one of them',
      location: keyLocation(first.location),
    });
  const scopes = [...new Set(ofTokens.flatMap((use) => use.scopes))];
  const byService = known.filter(isByService).map(({name}) => name);
  const ofToken = tokenWords({scheme: ofTokens.map(({name}) => name).join(' and '), scopes});
  const words = [...(ofToken ? [ofToken] : []), ...byService.map((name) => `${name} (service)`)];
  const scheme = schemeOf(issuer, all);
  const token = issuer === undefined ? undefined : {scheme, issuer, scopes: scopes.sort(compareCodePoints)};
  return {token, byService, words: words.join(' and ')};
}

/** The name of the first scheme that has an issuer; without one, the issuer. */
export function schemeOf(issuer = '', schemes: EnforcedSchemes = {}): string {
  const names = Object.keys(schemes).filter((name) => schemes[name]?.issuer === issuer);
  return names.sort(compareCodePoints)[0] ?? issuer;
}

function schemeFault(
  {name, scopes}: SchemeUse,
  described: SecurityScheme | undefined,
  scheme: EnforcedScheme | undefined,
  settings: EffectiveSettings,
): Finding | undefined {
  const key = `security.schemes.${name}`;
  if (described === undefined)
    return {
      message: `the security scheme ${quote(name)} is not described`,
      hint: 'add it to the security schemes, or correct the name',
    };
  const {kind, openIdConnectUrl = 'https://id.example.com/'} = described;
  const issuer = openIdConnectUrl.replace(/\.well-known\/.*/, '');
  const token = `${name}: {issuer: "${issuer}", jwks_uri: "${issuer}jwks", audiences: [shop]}`;
  const checksTokens = chosenReader(settings).policies?.scopeClaims.length !== 0;
  const isOfTokens = OF_TOKENS.includes(kind) && checksTokens;
  const byService = `\`${EXTENSION}: {security: {schemes: {${name}: {enforced_by: service}}}}\``;
  if (scheme === undefined)
    return {
      message: `\`${key}\` is not set: nothing enforces the security scheme ${quote(name)}`,
      setting: 'security.schemes',
      hint: isOfTokens
        ? `for example \`${EXTENSION}: {security: {schemes: {${token}}}}\``
        : `set ${byService} if the service checks it`,
    };
  if (scheme.enforced_by === 'service') return undefined;
  const wrong = [name, ...scopes].find(({length}) => length === 0 || length > MAX_LENGTH);
  if (wrong !== undefined)
    return {
      message: `invalid scheme or scope ${quote(wrong)}: expected 1 to ${MAX_LENGTH} characters`,
      hint: 'give it a name of that length',
    };
  if (!isOfTokens)
    return {
      message: `the security scheme ${quote(name)} has the type ${quote(kind)}, which ${checksTokens ? 'no gateway checks' : `${readerTitle(settings)} does not check`}`,
      hint: `set ${byService} if the service does${checksTokens ? '' : ', and `clients` to the workloads that may call'}`,
    };
  return kind === 'bearer' && scopes.length > 0
    ? {
        message: `no gateway checks the roles ${quote(scopes.join(' '))} of the scheme ${quote(name)}: only \`oauth2\` and \`openIdConnect\` have scopes`,
        hint: 'change the type of the scheme, or remove them',
      }
    : undefined;
}

function tokenText({issuer, scopes}: Token): string {
  return JSON.stringify([issuer, scopes]);
}

/** Whether everybody's requests are served without a token. */
export function isOpen({isDenied, clients, ...access}: Access): boolean {
  return !isDenied && clients.length === 0 && needsNoToken(access);
}

/** Whether requests without a token are served, as far as that decides it. */
function needsNoToken({isOptional, tokens}: Pick<Access, 'isOptional' | 'tokens'>): boolean {
  return isOptional || tokens.length === 0;
}

/** The tokens of which a request needs one, `undefined` where it needs none; nobody may call if the list is empty. */
export function waysIn({isDenied, ...access}: Access): readonly (Token | undefined)[] {
  if (isDenied) return [];
  return needsNoToken(access) ? [undefined] : access.tokens;
}

/** A token in words: `login articles:write + articles:admin`. */
export function tokenWords({scheme, scopes}: Pick<Token, 'scheme' | 'scopes'>): string {
  return [scheme, scopes.join(' + ')].filter(Boolean).join(' ');
}

/** Whether every request that may call by the first access may do so by the second. */
export function isWithin(inner: Access, outer: Access): boolean {
  if (inner.at !== outer.at) return isOpen(outer);
  if (inner.isDenied || outer.isDenied) return inner.isDenied;
  const areSome = inner.clients.length > 0 && inner.clients.every((one) => outer.clients.includes(one));
  if (outer.clients.length > 0 && !areSome) return false;
  if (needsNoToken(outer) || needsNoToken(inner)) return needsNoToken(outer);
  return inner.tokens.every((token) => outer.tokens.some((wider) => isTokenWithin(token, wider)));
}

function isTokenWithin(inner: Token, outer: Token): boolean {
  const [audiences = [], wider = []] = [inner.audiences, outer.audiences];
  return (
    inner.issuer === outer.issuer &&
    inner.keys === outer.keys &&
    outer.scopes.every((one) => inner.scopes.includes(one)) &&
    (wider.length === 0 || (audiences.length > 0 && audiences.every((one) => wider.includes(one))))
  );
}
