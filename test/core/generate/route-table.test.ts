import {expect, test} from '@jest/globals';
import {GATEWAY_NAMES} from '../../../src/core/meshes.ts';
import {routesOf} from '../routes-of.ts';

test('without a timeout, each gateway has one of its own', () => {
  const defaults = GATEWAY_NAMES.map((mesh) => {
    const settings = {mesh, 'gateway.name': 'public'};
    const {routes} = routesOf({openapi: '3.1.0', paths: {'/a': {get: {}}}}, {settings});
    return `${mesh} ${routes[0]?.values[0]?.otherwise}`;
  });
  expect(defaults.join(', ')).toBe(
    'istio none, cilium none, envoy-gateway 15s, kgateway 15s, agentgateway none, contour 15s, kong 60s, traefik none, nginx 60s',
  );
});
