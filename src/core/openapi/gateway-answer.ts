import type {JsonMap} from '../base/json.ts';
import {comparedPath} from '../routes/request.ts';
import {takesPath} from '../routes/uri-template.ts';
import type {EnforcedScheme} from '../settings/types/index.ts';
import type {Access} from './access.ts';
import {chosenReader} from './chosen-reader.ts';
import {type EffectiveSettings, policyPaths} from './effective-settings.ts';

/** How much the clocks of an issuer and a gateway may differ, in seconds. */
const CLOCK_SKEW = 60;

/** An audience as it is compared. */
const compared = (audience: unknown) => String(audience).replace(/^https?:\/\/|\/$/g, '');

/**
 * What a gateway, or Istio, answers to a request whose token has these claims and a right signature; without claims it has none. It comes
 * from one of the clients, where these are set.
 *
 * @param now in seconds since 1970
 *
 * Source: Envoy Gateway 1.9, internal/xds/translator/{jwt,authorization}.go; Envoy 1.40, source/common/jwt; RFC 7519; RFC 8693, `scope`;
 * Istio, pilot, policy_applier.go: a token that is there has to be right, whatever it is sent to; linkerd2-proxy, `HttpRouteNotFound`.
 */
export function gatewayAnswer(
  claims: JsonMap,
  {isDenied, isOptional, tokens}: Access,
  settings: EffectiveSettings,
  now: number,
) {
  const {policies} = chosenReader(settings);
  const isIstio = policies?.attachedTo === 'service';
  const isMissing = Object.keys(claims).length === 0;
  const {aud = [], exp = 0, nbf = 0, iss} = claims;
  const isCurrent = (Number(exp) === 0 || now <= Number(exp) + CLOCK_SKEW) && Number(nbf) <= now + CLOCK_SKEW;
  const isForUs = ({audiences = []}: EnforcedScheme = {}, read: (audience: unknown) => string = compared) =>
    audiences.length === 0 || audiences.some((one) => [aud].flat().map(read).includes(read(one)));
  const schemes = settings.get('security.schemes') ?? {};
  const checked = Object.values(schemes).filter(({issuer}) => issuer !== undefined);
  if (isIstio && !isMissing && checked.length > 0) {
    const scheme = checked.find(({issuer}) => issuer === iss);
    if (!scheme || !isCurrent) return 401;
    if (!isForUs(scheme)) return 403;
  }
  if (isDenied) return policies?.attachedTo === 'ports' ? 404 : 403;
  if (tokens.length === 0 || (isOptional && (isMissing || isIstio))) return 'served';
  const valid = tokens.filter(({issuer}) => isCurrent && iss === issuer);
  if (isMissing || valid.length === 0) return isIstio ? 403 : 401;
  const lists = (policies?.scopeClaims ?? []).map((name) => claims[name]);
  const granted = lists.flatMap((list) => (typeof list === 'string' ? list.split(' ') : list));
  const isAllowed = valid
    .filter(({scheme}) => isForUs(schemes[scheme], isIstio ? String : compared))
    .some(({scopes}) => isOptional || scopes.every((one) => granted.includes(one)));
  return isAllowed ? 'served' : 403;
}

/**
 * The path of the policy for an operation, where the policy has paths of its own and refuses a request that the route takes.
 *
 * @param path of the request, as it is sent
 */
export function refusingPath(expression: string, path: string, settings: EffectiveSettings) {
  const {policies, pathSteps} = chosenReader(settings);
  const template = policies?.attachedTo === 'service' ? policyPaths(settings)(expression) : undefined;
  return template === undefined || takesPath(template, comparedPath(path, pathSteps)) ? undefined : template;
}
