import {isMap, type JsonMap} from '../../src/core/base/json.ts';
import {gatewayAnswer} from '../../src/core/openapi/gateway-answer.ts';
import type {GenerateOptions} from '../../src/index.ts';
import {casesIn} from '../cases-in.ts';
import {routesOf} from '../core/routes-of.ts';
import type {Request} from '../meshes/request.ts';
import {type Claims, PAST, TOMORROW, tokenWith} from './tokens.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

type Clients = readonly Readonly<Record<'namespace' | 'service_account', string>>[];

interface Operation {
  readonly security?: readonly Requirement[];
  readonly 'x-apigen'?: {readonly clients?: Clients};
}

export interface Row {
  readonly title: string;
  readonly settings?: {readonly clients?: Clients; readonly security?: {readonly undeclared?: string}};
  readonly security?: readonly Requirement[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const KEYS = 'https://id.example.com/jwks';
const [ISSUER, PARTNER] = ['https://id.example.com/', 'https://partner.example.com/'];
const ours = {issuer: ISSUER, jwks_uri: KEYS, audiences: ['articles', 'more']};

const SCHEMES = {
  login: ours,
  same: ours,
  partner: {issuer: PARTNER, jwks_uri: KEYS, any_audience: true},
  key: {enforced_by: 'service'},
  other: {enforced_by: 'service'},
} as const;

const SECURITY_SCHEMES = {
  login: {type: 'oauth2', flows: {}},
  same: {type: 'openIdConnect', openIdConnectUrl: ISSUER},
  partner: {type: 'http', scheme: 'Bearer'},
  key: {type: 'apiKey', in: 'header', name: 'X-Key'},
  other: {type: 'http', scheme: 'basic'},
};

interface Token {
  readonly claims: Claims;
  readonly isOfKnownKey?: boolean;
  /** False where its times are wrong. */
  readonly isValid?: boolean;
}

const plain = {iss: ISSUER, aud: 'articles'};

const TOKENS: Readonly<Record<string, Token | string | undefined>> = {
  none: undefined,
  garbage: 'not.a.token',
  plain: {claims: plain},
  write: {claims: {...plain, scope: 'write'}},
  admin: {claims: {...plain, scope: 'read admin'}},
  'both scopes': {claims: {...plain, aud: ['x', 'more'], scope: 'admin read write'}},
  'both as a list': {claims: {...plain, scp: ['write', 'admin']}},
  'both as a text': {claims: {...plain, scp: 'write admin'}},
  'a list with one text': {claims: {...plain, scp: ['write admin'], scope: ['write']}},
  'a scope that contains them': {claims: {...plain, scope: 'write:admin writeadmin'}},
  'another audience': {claims: {...plain, aud: 'pets', scope: 'write admin'}},
  'an audience as an address': {claims: {...plain, aud: 'https://articles/', scope: 'write admin'}},
  'an audience below an address': {
    claims: {...plain, aud: ['articles//', 'http://articles/x'], scope: 'write admin'},
  },
  'no audience': {claims: {iss: ISSUER, scope: 'write admin'}},
  'another issuer': {claims: {...plain, iss: 'https://id.example.com', scope: 'write admin'}},
  'the partner': {claims: {iss: PARTNER, aud: 'anything'}},
  'another key': {claims: {...plain, scope: 'write admin'}, isOfKnownKey: false},
  'no issuer': {claims: {aud: 'articles', scope: 'write admin'}},
  expired: {claims: {...plain, scope: 'write admin', exp: PAST}, isValid: false},
  'never valid': {claims: {...plain, scope: 'write admin', exp: 0}},
  'not yet valid': {claims: {...plain, scope: 'write admin', nbf: TOMORROW}, isValid: false},
  'another type of time': {claims: {...plain, scope: 'write admin', exp: 'tomorrow'}, isValid: false},
};

/** The tokens that each operation is asked with, as they are sent; with claims if the signature is right, or there is none. */
export const SENT_TOKENS = Object.entries(TOKENS).map(([title, token]) => ({
  title,
  token,
  headers: headersWith(token),
  ...(isSigned(token) && {claims: {...token?.claims}}),
}));

/** Whether a token is what a scheme asks for. */
function satisfies(token: Token, name: string, scopes: readonly string[]): boolean {
  const scheme = Object.entries(SCHEMES).find(([one]) => one === name)?.[1];
  if (scheme === undefined || 'enforced_by' in scheme) return scheme !== undefined;
  const {iss, aud = [], scope = [], scp = []} = token.claims;
  const audiences = 'audiences' in scheme ? [...scheme.audiences, 'https://articles/'] : undefined;
  const granted = [scope, scp].flatMap((list) => (typeof list === 'string' ? list.split(' ') : list));
  return (
    (token.isOfKnownKey ?? true) &&
    (token.isValid ?? true) &&
    iss === scheme.issuer &&
    (audiences === undefined || audiences.some((one) => [aud].flat().includes(one))) &&
    scopes.every((one) => granted.includes(one))
  );
}

/** The service accounts of the clients that may call; empty for all. */
function clientsOf({settings}: Pick<Row, 'settings'>, asked: Operation): string[] {
  const {clients = settings?.clients ?? []} = asked['x-apigen'] ?? {};
  return clients.map(({namespace, service_account}) => `${namespace}/${service_account}`);
}

/** Whether the gateway lets a request through, as the description says it, from a client that may call. */
function isServed(
  {security = [], ...operation}: Row,
  asked: Operation,
  token: Token | string | undefined,
): boolean {
  const own = asked.security ?? ('security' in operation || security.length > 0 ? security : undefined);
  if (own === undefined)
    return clientsOf(operation, asked).length > 0 || operation.settings?.security?.undeclared === 'public';
  const ofGateway = own.map((one) =>
    Object.keys(one).filter(
      (name) => !('enforced_by' in (Object.entries(SCHEMES).find(([key]) => key === name)?.[1] ?? {})),
    ),
  );
  if (ofGateway.every(({length}) => length === 0)) return true;
  const isOptional = own.some((one) => Object.keys(one).length === 0);
  if (token === undefined) return isOptional;
  if (typeof token === 'string') return false;
  const all = (one: Requirement, withScopes: boolean) =>
    Object.entries(one).every(([name, scopes]) => satisfies(token, name, withScopes ? scopes : []));
  // What nobody needs is refused if it is wrong.
  return own.some((one) => Object.keys(one).length > 0 && all(one, !isOptional));
}

export const securityRows = casesIn<Row>(import.meta.dirname, 'security.yaml');
export const clientRows = casesIn<Row>(import.meta.dirname, 'clients.yaml');

const VALUES: Readonly<Record<string, string>> = {id: '7', name: 'rex', tenant: 'acme', page: 'jobs'};

/** A path that a template matches. */
const pathOf = (template: string) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? '');

/** The operations of a row, with a request for each, and those that a service may take for one. */
export function operationsOf(row: Row) {
  return Object.entries(row.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => isMap(operation))
      .map(([key, operation]) => {
        const request = {method: key.toUpperCase(), path: pathOf(path)};
        return {
          row,
          title: row.title,
          name: `${request.method} ${path}`,
          request,
          near: requestsNear(request),
          clients: clientsOf(row, operation),
          isServed: (token?: Token | string) => isServed(row, operation, token),
        };
      }),
  );
}

/** The operations of the rows that do not need a mesh. */
export const securedOperations = securityRows.flatMap((row, index) =>
  operationsOf(row).map((one) => ({...one, index})),
);

/** The description of a row. */
export function describedBy({title: _, settings = {}, ...described}: Row) {
  const security = {enforce: true, undeclared: 'deny', schemes: SCHEMES, ...settings.security};
  return {
    ...{openapi: '3.1.0', components: {securitySchemes: SECURITY_SCHEMES}, ...described},
    'x-apigen': {gateway_api: '1.4', ...settings, security},
  };
}

/** The status that `apigen routes match` gives, by an operation and the claims of a token. */
export function statusFor(document: object, options: GenerateOptions) {
  const {routes, output} = routesOf(document, options);
  return (operation: string, claims: JsonMap): number => {
    const access = routes.find(
      ({path, ...route}) => `${route.operation.method} ${path}` === operation,
    )?.access;
    const answer =
      access && output && gatewayAnswer(claims, access, output.input.settings, Date.now() / 1000);
    return answer === 'served' ? 200 : (answer ?? 0);
  };
}

/** The token as it is sent; absent for none. */
function headersWith(token: Token | string | undefined): Record<string, string> {
  const text = typeof token === 'object' ? tokenWith(token.claims, token.isOfKnownKey) : token;
  return text === undefined ? {} : {authorization: `Bearer ${text}`};
}

/** Whether its signature is right, or there is none. */
function isSigned(token: Token | string | undefined): token is Token | undefined {
  return token === undefined || (typeof token === 'object' && token.isOfKnownKey !== false);
}

/** Requests that a service may take for this one. */
function requestsNear({method, path}: Request): Request[] {
  return [
    ...nearTo(path).map((near) => ({method, path: near})),
    ...['HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'LINK'].map((other) => ({method: other, path})),
  ];
}

/** Paths that a service may take for this one. */
function nearTo(path: string): string[] {
  const last = path.slice(-1);
  return [
    ...[
      path.toUpperCase(),
      `${path}/`,
      `/${path}`,
      `${path}//`,
      `${path}/.`,
      `${path}.json`,
      `${path};a=b`,
      `${path}?a=b`,
    ],
    ...[`/x/..${path}`, path.replace(/\//g, '//'), `${path}%2F`, `${path}%20`],
    path.replace(/.$/, `%${last.charCodeAt(0).toString(16)}`),
  ];
}

/** Whether everybody may call an operation, by its name. An added method is treated as another one of its path. */
export function isPublic(row: Row, name: string): boolean {
  const [method = '', path = ''] = name.split(' ');
  const item = row.paths[path] ?? {};
  const operation = item[method.toLowerCase()] ?? item.get ?? {};
  return clientsOf(row, operation).length === 0 && isServed(row, operation, undefined);
}
