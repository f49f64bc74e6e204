import type {Description} from './openapi/description.ts';
import {type EffectiveSettings, effectiveSettings} from './openapi/effective-settings.ts';
import type {Operation} from './openapi/operation.ts';
import {orderRoutes} from './openapi/routes/route-order.ts';
import type {Problem} from './problem.ts';
import type {Rule} from './rule.ts';
import {COMMON_RULES} from './rules/index.ts';
import {settingName} from './rules/setting-name.ts';
import {settingScope} from './rules/setting-scope.ts';
import {settingValue} from './rules/setting-value.ts';
import {unknownSetting} from './rules/unknown-setting.ts';
import type {Reading} from './settings/read.ts';
import {TARGETS} from './targets/index.ts';
import type {Target} from './targets/target.ts';

/** Every rule: those for all targets, and each target's own. */
export const RULES: readonly Rule[] = [...COMMON_RULES, ...TARGETS.flatMap(({rules}) => rules)];

/** A description that was checked, and what its output is made from. */
export interface Checked {
  readonly problems: readonly Problem[];
  /** The operations that give a route, in the order of the routes. */
  readonly routes: readonly Operation[];
  readonly settings: EffectiveSettings;
  /** False when nothing is set and no Service is named: the description may not be meant for a mesh. */
  readonly isForMesh: boolean;
}

/** Applies the common rules and those of `target` to a description; pure. */
export function check(
  description: Description,
  flags: Reading,
  target: Target,
  allowEmpty: boolean,
): Checked {
  const settings = effectiveSettings(description, flags.values);
  const {routes, isIncomplete} = orderRoutes(
    description.operations.filter((operation) => !settings.at(operation, 'disabled')),
  );
  const settingFaults = [...flags.faults, ...description.settingFaults];
  const input = {description, settings, settingFaults, routes, isOrderIncomplete: isIncomplete, allowEmpty};
  const problems = [...COMMON_RULES, ...target.rules].flatMap((rule) =>
    rule.check(input).map((finding): Problem => ({code: rule.code, severity: rule.severity, ...finding})),
  );
  const isForMesh = flags.values['service.name'] !== undefined || hasSettings(description);
  return {problems: withoutRepeats(problems), routes, settings, isForMesh};
}

/** True when `x-apigen` is at the root, at a path item or at an operation. */
function hasSettings({settings, operations}: Description): boolean {
  return (
    settings.extension !== undefined ||
    operations.some(
      (operation) =>
        operation.settings.extension !== undefined || operation.pathItem.settings.extension !== undefined,
    )
  );
}

const SETTING_CODES: ReadonlySet<string> = new Set(
  [settingValue, settingName, unknownSetting, settingScope].map(({code}) => code),
);

/** The problems of settings, or of what was meant to be one: these count for any description. */
export function settingProblems(problems: readonly Problem[]): Problem[] {
  return problems.filter(({code}) => SETTING_CODES.has(code));
}

/** A path item that several paths refer to is read once for each, but a problem of it is reported once. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    // `access` differs with the way that led there.
    const place = problem.location && {...problem.location, access: undefined};
    const id = JSON.stringify({...problem, location: place});
    if (!first.has(id)) first.set(id, problem);
  }
  return [...first.values()];
}
