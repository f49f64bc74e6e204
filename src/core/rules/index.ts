import {ambiguousPaths} from './ambiguous-paths.ts';
import {SETTING_RULES, STRUCTURE_RULES} from './fault-rules.ts';
import {frameworkPath} from './framework-path.ts';
import {linkerdExtensions} from './linkerd-extensions.ts';
import {noRoutes} from './no-routes.ts';
import {ownServers} from './own-servers.ts';
import {parameterSchema} from './parameter-schema.ts';
import {redundantTimeout} from './redundant-timeout.ts';
import {routeMethod} from './route-method.ts';
import {routeOrderLimit} from './route-order-limit.ts';
import {routeTimeout} from './route-timeout.ts';
import type {Rule} from './rule.ts';
import {securityAlternatives} from './security-alternatives.ts';
import {securityOverlap, securityPath} from './security-path.ts';
import {securityScheme} from './security-scheme.ts';
import {securityTarget} from './security-target.ts';
import {securityUndeclared} from './security-undeclared.ts';
import {serverHost} from './server-host.ts';
import {serverPath} from './server-path.ts';
import {serviceName} from './service-name.ts';
import {serviceNamespace} from './service-namespace.ts';
import {servicePort} from './service-port.ts';
import {unknownParameter} from './unknown-parameter.ts';
import {unmatchablePath} from './unmatchable-path.ts';

/** The rules for every target, in the order in which docs and linters list them. */
export const COMMON_RULES: readonly Rule[] = [
  ...SETTING_RULES,
  ...STRUCTURE_RULES,
  ambiguousPaths,
  unmatchablePath,
  unknownParameter,
  parameterSchema,
  routeOrderLimit,
  noRoutes,
  serviceName,
  redundantTimeout,
  serverPath,
  ownServers,
  serverHost,
  frameworkPath,
  serviceNamespace,
  linkerdExtensions,
  securityTarget,
  securityScheme,
  securityUndeclared,
  securityAlternatives,
  securityPath,
  securityOverlap,
];

/** The rules about what a target needs and can write, by its facts. */
export const TARGET_RULES: readonly Rule[] = [servicePort, routeMethod, routeTimeout];
