import type {Description} from './openapi/description.ts';
import {type EffectiveSettings, effectiveSettings} from './openapi/effective-settings.ts';
import {orderRoutes} from './openapi/routes/route-order.ts';
import {type Finding, hasErrors, type Problem} from './problem.ts';
import type {RuleFacts} from './rule.ts';
import {COMMON_RULES} from './rules/index.ts';
import {settingName} from './rules/setting-name.ts';
import {settingScope} from './rules/setting-scope.ts';
import {settingValue} from './rules/setting-value.ts';
import {unknownSetting} from './rules/unknown-setting.ts';
import type {Reading} from './settings/read.ts';
import {OUTPUT_RULES, TARGETS} from './targets/index.ts';
import type {KubernetesObject, Target} from './targets/target.ts';

/** Every rule: those for all targets, and each target's own. */
export const RULES: readonly RuleFacts[] = [
  ...COMMON_RULES,
  ...TARGETS.flatMap(({rules}) => rules),
  ...OUTPUT_RULES,
];

/** A description that was checked, and what its output is made from. */
export interface Checked {
  readonly problems: readonly Problem[];
  /** The objects of the output; none when a problem is an error. */
  readonly objects: readonly KubernetesObject[];
  readonly settings: EffectiveSettings;
  /** False when nothing is set and no Service is named: the description may not be meant for a mesh. */
  readonly isForMesh: boolean;
}

/** The output that a description is checked for. */
export interface Wanted {
  readonly target: Target;
  readonly apiVersion?: string | undefined;
  readonly allowEmpty: boolean;
}

/** Applies the common rules and those of the target to a description, and generates its objects; pure. */
export function check(
  description: Description,
  flags: Reading,
  {target, apiVersion = target.apiVersions[0], allowEmpty}: Wanted,
): Checked {
  const settings = effectiveSettings(description, flags.values);
  const {routes, isIncomplete} = orderRoutes(
    description.operations.filter((operation) => !settings.at(operation, 'disabled')),
  );
  const settingFaults = [...flags.faults, ...description.settingFaults];
  const input = {description, settings, settingFaults, routes, isOrderIncomplete: isIncomplete, allowEmpty};
  const problems = withoutRepeats(
    [...COMMON_RULES, ...target.rules].flatMap((rule) => problemsOf(rule, rule.check(input))),
  );
  const objects = hasErrors(problems) ? [] : target.toObjects({routes, settings, apiVersion});
  const ofOutput = OUTPUT_RULES.flatMap((rule) => problemsOf(rule, rule.check(objects, description)));
  const isForMesh = flags.values['service.name'] !== undefined || hasSettings(description);
  return {problems: [...problems, ...ofOutput], objects, settings, isForMesh};
}

function problemsOf({code, severity}: RuleFacts, findings: readonly Finding[]): Problem[] {
  return findings.map((finding) => ({code, severity, ...finding}));
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
    const {code, message, flag, location} = problem;
    // `access` differs with the way that led there.
    const id = [code, location?.uri, location?.pointer, location?.at, flag, message].join('\n');
    if (!first.has(id)) first.set(id, problem);
  }
  return [...first.values()];
}
