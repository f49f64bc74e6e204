import type {Rule} from '../rule.ts';
import {ambiguousPaths} from './ambiguous-paths.ts';
import {noRoutes} from './no-routes.ts';
import {notOpenapi} from './not-openapi.ts';
import {operation} from './operation.ts';
import {pathItem} from './path-item.ts';
import {pathTemplate} from './path-template.ts';
import {paths} from './paths.ts';
import {redundantTimeout} from './redundant-timeout.ts';
import {reference} from './reference.ts';
import {routeOrderLimit} from './route-order-limit.ts';
import {serverPath} from './server-path.ts';
import {serviceName} from './service-name.ts';
import {serviceNamespace} from './service-namespace.ts';
import {settingName} from './setting-name.ts';
import {settingScope} from './setting-scope.ts';
import {settingValue} from './setting-value.ts';
import {unknownMethod} from './unknown-method.ts';
import {unknownSetting} from './unknown-setting.ts';
import {unmatchablePath} from './unmatchable-path.ts';
import {unresolvedReference} from './unresolved-reference.ts';

/** The rules for every target, in the order in which docs and linters list them. */
export const COMMON_RULES: readonly Rule[] = [
  settingValue,
  settingName,
  unknownSetting,
  settingScope,
  notOpenapi,
  paths,
  pathTemplate,
  pathItem,
  operation,
  reference,
  unresolvedReference,
  unknownMethod,
  ambiguousPaths,
  unmatchablePath,
  routeOrderLimit,
  noRoutes,
  serviceName,
  redundantTimeout,
  serverPath,
  serviceNamespace,
];
