import {objectSize} from './object-size.ts';
import {SERVICE_PROFILE} from './service-profile/index.ts';
import type {OutputRule, Target} from './target.ts';

/** Every output. */
export const TARGETS = [SERVICE_PROFILE] as const satisfies readonly Target[];

/** The output when none is chosen. */
export const DEFAULT_TARGET = SERVICE_PROFILE;

/** The rules about the objects of every output. */
export const OUTPUT_RULES: readonly OutputRule[] = [objectSize];
