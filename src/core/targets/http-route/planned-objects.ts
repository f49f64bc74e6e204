import {compareCodePoints} from '../../code-point-order.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {objectGroups} from './object-groups.ts';
import {objectName} from './object-name.ts';
import type {Plan} from './plan.ts';
import {type PlannedRule, rulesOf} from './rules-of-routes.ts';

/** The name of an HTTPRoute, and the rules that it will have. */
export interface PlannedObject {
  readonly name: string;
  readonly rules: readonly PlannedRule[];
}

/** The HTTPRoutes for what is described, by name. */
export function plannedObjects({sets}: Plan, settings: EffectiveSettings): PlannedObject[] {
  return objectGroups(sets)
    .map((group) => ({name: objectName(settings, group.start), rules: rulesOf(group.sets)}))
    .sort((a, b) => compareCodePoints(a.name, b.name));
}
