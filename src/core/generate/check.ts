import {firstOfEach} from '../base/group-by.ts';
import {type Finding, hasErrors, type Location, type Problem} from '../base/problem.ts';
import {type Description, withLinkerdExtensions} from '../openapi/description.ts';
import {type EffectiveSettings, effectiveSettings} from '../openapi/effective-settings.ts';
import {withServerPaths} from '../openapi/server-paths.ts';
import {SETTING_RULES, settingValue} from '../rules/fault-rules.ts';
import {COMMON_RULES, TARGET_RULES} from '../rules/index.ts';
import type {OutputChoices, Rule, RuleFacts, RuleInput} from '../rules/rule.ts';
import {type Reading, readFlagValues} from '../settings/read.ts';
import {FLAG_SETTINGS, type FlagValues} from '../settings/table.ts';
import {objectSize, targetOf, tooLargeObjects} from '../targets/index.ts';
import {type KubernetesObject, type Target, unsupportedSetting} from '../targets/target.ts';
import type {Described} from './described.ts';
import {ignoredBy, readIgnores, unusedIgnores} from './ignores.ts';
import {objectsOf} from './object-kinds.ts';
import {orderedRoutes} from './ordered-routes.ts';
import {unusedIgnore} from './rule-list.ts';
import {unreadTarget, unusedOptions} from './target-choice.ts';

export interface CheckOptions extends OutputChoices {
  /** Settings at the level of a flag, by dotted name. Wrong values are problems, as in `x-apigen`. */
  readonly settings?: FlagValues;
}

/** The problems of a description, and its output. */
export interface Checked extends Omit<Described, 'description'> {
  /** False when nothing is set and no Service is named: the description may not be meant for a mesh. */
  readonly isForMesh: boolean;
  /** Absent for what is not a description. */
  readonly output?: CheckedOutput;
}

export interface CheckedOutput {
  /** None when a problem is an error. */
  readonly objects: readonly KubernetesObject[];
  readonly target: Target;
  readonly input: RuleInput;
}

/** Applies the common rules and those of the description's target, and generates its objects; pure. */
export function check({description: read, ...described}: Described, options: CheckOptions): Checked {
  if (read === undefined) return {...described, isForMesh: true};
  const flags = readFlagValues(options.settings ?? {}, FLAG_SETTINGS);
  const description = options.readLinkerdExtensions ? withLinkerdExtensions(read) : read;
  const settings = effectiveSettings(description, flags.values);
  const input = ruleInput(withServerPaths(description, settings), settings, flags, options);
  const {problems, output} = checkForTarget(input, applyRules(COMMON_RULES, input));
  return {
    ...described,
    problems: [...described.problems, ...problems.map(described.toOrigin)],
    isForMesh: flags.values['service.name'] !== undefined || description.hasSettings,
    output,
  };
}

/** The input of rules: a description with its settings, and the routes of its operations in their order. */
export function ruleInput(
  description: Description,
  settings: EffectiveSettings,
  flags: Reading,
  choices: OutputChoices,
): RuleInput {
  const target = targetOf(settings);
  const {routes, isIncomplete} = orderedRoutes(description, settings, target);
  const {ignores, faults} = readIgnores(description, choices);
  return {
    description,
    settings,
    faults: [...flags.faults, ...description.faults, ...faults],
    ignores,
    routes,
    isOrderIncomplete: isIncomplete,
    choices,
    target,
  };
}

/** A problem before those that the user leaves out are removed. */
interface RuleProblem extends Problem {
  readonly leftOutBy?: readonly (Location | 'flag')[];
}

export function applyRules(rules: readonly Rule[], input: RuleInput): RuleProblem[] {
  return rules.flatMap((rule) => toProblems(rule, rule.check(input), input));
}

/**
 * The problems of the target's rules too, and the objects of the output if no problem is an error. Each problem is there once, and
 * what the user leaves out is not.
 */
export function checkForTarget(input: RuleInput, common: readonly RuleProblem[]) {
  const target = targetOf(input.settings);
  const rules = [...TARGET_RULES.filter((rule) => rule.isFor?.(target) !== false), ...target.rules];
  const unread = unreadTarget(input);
  const ofTarget = unread
    ? toProblems(settingValue, [unread], input)
    : [...applyRules(rules, input), ...toProblems(unsupportedSetting, unusedOptions(input, target), input)];
  const problems = [...common, ...ofTarget];
  const isFailed = hasErrors(problems);
  const objects = isFailed ? [] : objectsOf(input);
  const tooLarge = tooLargeObjects(objects, input.description.uri);
  const all = [...problems, ...toProblems(objectSize, tooLarge, input)];
  const applied = [...COMMON_RULES, ...rules, objectSize].map(({code}) => code);
  const used = all.flatMap(({leftOutBy = []}) => leftOutBy);
  // An error may keep rules from finding more.
  const unused = isFailed ? [] : unusedIgnores(input, applied, used);
  const kept = [...all, ...toProblems(unusedIgnore, unused, input)].flatMap(
    ({leftOutBy = [], alsoAt: _, ...problem}) => (leftOutBy.length === 0 ? problem : []),
  );
  const output: CheckedOutput = {objects, target, input};
  return {output, problems: withoutRepeats(kept)};
}

function toProblems({code, severity}: RuleFacts, findings: readonly Finding[], input: RuleInput) {
  return findings.map(
    (finding): RuleProblem => ({
      // Errors cannot be left out, such as that of an entry with the code of their own rule.
      code,
      severity,
      leftOutBy: severity === 'error' ? [] : ignoredBy(code, finding, input),
      ...finding,
    }),
  );
}

/** True for a problem of a setting, or of what was meant to be one: these count for any description. */
export function isOfSetting(problem: Pick<Problem, 'code'>): boolean {
  return SETTING_RULES.some(({code}) => code === problem.code);
}

/** A path item that several paths refer to is read once for each, but a problem of it is reported once. */
export function withoutRepeats(problems: readonly Problem[]): Problem[] {
  // `access` differs with the way that led there.
  return firstOfEach(problems, ({code, message, flag, location: {uri, pointer, at} = {}}) =>
    [code, uri, pointer, at, flag, message].join('\n'),
  );
}
