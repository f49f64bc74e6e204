import {agentgatewayRule} from './agentgateway.ts';
import {ciliumRule} from './cilium.ts';
import {contourRule} from './contour.ts';
import {envoyGatewayRule} from './envoy-gateway.ts';
import {istioRule} from './istio.ts';
import {kgatewayRule} from './kgateway.ts';
import {kongRule} from './kong.ts';
import {nginxRule} from './nginx.ts';
import type {GatewayRule} from './request.ts';
import {traefikRule} from './traefik.ts';

/** The rule that each gateway uses for a request. */
export const GATEWAY_RULE_OF = {
  'envoy-gateway': envoyGatewayRule,
  istio: (routes, request) =>
    istioRule(
      routes.map(({rules}) => rules),
      request,
    ),
  cilium: (routes, request) =>
    ciliumRule(
      routes.map(({rules}) => rules),
      request,
    ),
  kgateway: kgatewayRule,
  agentgateway: agentgatewayRule,
  contour: contourRule,
  traefik: traefikRule,
  nginx: nginxRule,
  kong: kongRule,
} as const satisfies Readonly<Record<string, GatewayRule>>;
