import type {JsonMap} from '../../src/core/base/json.ts';
import type {Request} from './request.ts';

interface Operation {
  readonly methods?: readonly string[];
  readonly paths?: readonly string[];
  readonly notPaths?: readonly string[];
  readonly ports?: readonly string[];
  readonly notPorts?: readonly string[];
}

interface AuthorizationPolicy {
  readonly action: string;
  readonly rules?: readonly {
    readonly from?: readonly {readonly source: {readonly serviceAccounts: readonly string[]}}[];
    readonly to?: readonly {readonly operation: Operation}[];
    readonly when?: readonly {readonly key: string; readonly values: readonly string[]}[];
  }[];
}

interface RequestAuthentication {
  readonly jwtRules: readonly {readonly issuer: string; readonly audiences?: readonly string[]}[];
}

/** Who sends a request: its token, whose signature is right, its service account, and the port that it asks for. */
interface Sender {
  readonly claims?: JsonMap;
  readonly client?: string;
  readonly port?: string;
}

/** Source: Envoy, uri_template_internal.cc, `kLiteral`. */
const CHARACTERS = "a-zA-Z0-9\\-._~%!$&'()+,;:@";

/**
 * A text of a policy as an expression. Envoy refuses a template with other characters, and with an empty segment.
 *
 * Source: Istio, pilot, authz/matcher/string.go and template.go; Envoy, uri_template_internal.cc.
 */
function expressionOf(text: string): RegExp {
  const quoted = (literal: string) => literal.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&');
  if (!text.includes('{*}') && !text.includes('{**}')) {
    if (text === '*') return /.+/s;
    const [start, end] = [text.startsWith('*') ? '.*' : '', text.endsWith('*') ? '.*' : ''];
    return new RegExp(
      `^${start}${quoted(start ? text.slice(1) : end ? text.slice(0, -1) : text)}${start ? '' : end}$`,
      's',
    );
  }
  const segments = text.slice(1).split('/');
  const parts = segments.map((segment, index) => {
    if (segment === '{*}') return `[${CHARACTERS}]+`;
    if (segment === '{**}') return `[${CHARACTERS}/]*`;
    const isEnd = segment === '' && index === segments.length - 1;
    if (!isEnd && !new RegExp(`^[${CHARACTERS}]+$`).test(segment)) throw new Error(`refused: ${text}`);
    return quoted(segment);
  });
  return new RegExp(`^/${parts.join('/')}$`);
}

const isOneOf = (texts: readonly string[] | undefined, found: string, otherwise = true) =>
  texts === undefined ? otherwise : texts.some((text) => expressionOf(text).test(found));

/** Source: Istio, pilot, authz/model/model.go: what is in one operation, and all conditions, have to hold. */
function allows(
  policy: AuthorizationPolicy,
  {method, path}: Request,
  {claims = {}, client = '', port = '80'}: Sender,
) {
  const scopes = [claims.scope ?? []].flat().flatMap((text) => String(text).split(' '));
  const found: Readonly<Record<string, readonly unknown[]>> = {
    'request.auth.claims[iss]': [claims.iss ?? []].flat(),
    'request.auth.audiences': [claims.aud ?? []].flat(),
    'request.auth.claims[scope]': Array.isArray(claims.scope) ? claims.scope : scopes,
  };
  return (policy.rules ?? []).some(
    ({from, to, when = []}) =>
      (from?.some(({source}) => source.serviceAccounts.includes(client)) ?? true) &&
      (to?.some(
        ({operation}) =>
          (operation.methods?.includes(method) ?? true) &&
          isOneOf(operation.paths, path) &&
          !isOneOf(operation.notPaths, path, false) &&
          (operation.ports?.includes(port) ?? true) &&
          !operation.notPorts?.includes(port),
      ) ??
        true) &&
      when.every(({key, values}) => found[key]?.some((one) => isOneOf(values, String(one))) === true),
  );
}

/**
 * What Istio answers to a request by its policies, where the path is as it compares it.
 *
 * Source: Istio, pilot, authn/policy_applier.go: a token that is there has to be right; Envoy, jwt_verify_lib: audiences without schemes.
 */
export function istioAnswer(
  objects: readonly object[],
  request: Request,
  sender: Sender = {},
): 'served' | 401 | 403 {
  const parsed: readonly {kind: string; spec: AuthorizationPolicy & RequestAuthentication}[] = JSON.parse(
    JSON.stringify(objects),
  );
  const [policy, authentication] = ['AuthorizationPolicy', 'RequestAuthentication'].map(
    (kind) => parsed.find((one) => one.kind === kind)?.spec,
  );
  if (policy === undefined) return 'served';
  const {claims} = sender;
  if (authentication && claims) {
    const rule = authentication.jwtRules.find(({issuer}) => issuer === claims.iss);
    if (rule === undefined) return 401;
    const compared = (one: unknown) => String(one).replace(/^https?:\/\/|\/$/g, '');
    const audiences = [claims.aud ?? []].flat().map(compared);
    if (rule.audiences?.some((one) => audiences.includes(compared(one))) === false) return 403;
  }
  return allows(policy, request, authentication ? sender : {...sender, claims: {}}) ? 'served' : 403;
}
