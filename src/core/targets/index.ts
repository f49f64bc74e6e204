import type {TargetName} from '../settings/table.ts';
import {HTTP_ROUTE} from './http-route/index.ts';
import {objectSize} from './object-size.ts';
import {SERVICE_PROFILE} from './service-profile/index.ts';
import type {OutputRule, Target} from './target.ts';

/** Every output. */
export const TARGETS = [SERVICE_PROFILE, HTTP_ROUTE] as const satisfies readonly Target[];

/** The output when none is chosen. */
export const DEFAULT_TARGET = SERVICE_PROFILE;

/** The rules about the objects of every output. */
export const OUTPUT_RULES: readonly OutputRule[] = [objectSize];
/** The output of a value of the setting `target`. */
export function targetNamed(name: TargetName | undefined): Target {
  return TARGETS.find((target) => target.name === name) ?? DEFAULT_TARGET;
}
