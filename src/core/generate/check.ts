import {type Finding, hasErrors, type Location, type Problem} from '../base/problem.ts';
import {GATEWAY_NAMES, meshNamed, meshOutput, meshOutputs} from '../meshes.ts';
import {type Description, withLinkerdExtensions} from '../openapi/description.ts';
import {
  type EffectiveSettings,
  effectiveSettings,
  operationSettingPlace,
  routed,
  settingPlace,
} from '../openapi/effective-settings.ts';
import type {Operation} from '../openapi/operation.ts';
import {withServerPaths} from '../openapi/server-paths.ts';
import {orderRoutes} from '../routes/route-order.ts';
import {COMMON_RULES, TARGET_RULES} from '../rules/index.ts';
import {SETTING_RULES, settingValue} from '../rules/reader-rules.ts';
import {isInvalid, type Rule, type RuleFacts, type RuleInput} from '../rules/rule.ts';
import type {OutputChoices} from '../settings/output-choices.ts';
import type {Reading} from '../settings/read.ts';
import {GATEWAY_SETTINGS, ORIGINS, SETTINGS, type SettingKey} from '../settings/table.ts';
import {OUTPUT_RULES, targetNamed, targetOf, targetsUsing} from '../targets/index.ts';
import {type KubernetesObject, type Target, unsupportedSetting} from '../targets/target.ts';
import {ignoredBy, readIgnores, unusedIgnores} from './ignores.ts';
import {unusedIgnore} from './rule-list.ts';

/** A description that was checked, and what its output is made from. */
export interface Checked {
  readonly problems: readonly Problem[];
  /** The objects of the output; none when a problem is an error. */
  readonly objects: readonly KubernetesObject[];
  readonly target: Target;
  /** What the target makes its output from. */
  readonly input: RuleInput;
  /** False when nothing is set and no Service is named: the description may not be meant for a mesh. */
  readonly isForMesh: boolean;
}

/** Applies the common rules and those of the description's target, and generates its objects; pure. */
export function check(given: Description, flags: Reading, choices: OutputChoices): Checked {
  const read = choices.readLinkerdExtensions ? withLinkerdExtensions(given) : given;
  const settings = effectiveSettings(read, flags.values);
  const description = withServerPaths(read, settings);
  const target = targetOf(settings);
  const input = ruleInput(description, settings, flags, choices);
  const problems = [...applyRules(COMMON_RULES, input), ...applyTarget(target, input)];
  const isForMesh = flags.values['service.name'] !== undefined || description.hasSettings;
  const output = withObjects(target, input, problems);
  return {...output, target, input, isForMesh};
}

/** What rules look at: a description with its settings, and the routes of its operations in their order. */
export function ruleInput(
  description: Description,
  settings: EffectiveSettings,
  flags: Reading,
  choices: OutputChoices,
): RuleInput {
  const {routes, isIncomplete} = orderRoutes(
    description.operations
      .filter((operation) => !settings.at(operation, 'disabled'))
      .map((operation) => routed(operation, settings)),
  );
  const {ignores, faults} = readIgnores(description, choices);
  return {
    description,
    settings,
    faults: [...flags.faults, ...description.faults, ...faults],
    ignores,
    routes,
    isOrderIncomplete: isIncomplete,
    choices,
    target: targetOf(settings),
  };
}

/** A problem before those that the user leaves out are removed. */
interface Found extends Problem {
  readonly leftOutBy?: readonly (Location | 'flag')[];
}

export function applyRules(rules: readonly Rule[], input: RuleInput): Found[] {
  return rules.flatMap((rule) => foundProblems(rule, rule.check(input), input));
}

function rulesOf(target: Target): Rule[] {
  return [...TARGET_RULES.filter((rule) => rule.isFor?.(target) !== false), ...target.rules];
}

/** What the rules of a target find, and what is wrong with the options for it. */
export function applyTarget(target: Target, input: RuleInput): Found[] {
  const unread = unreadTarget(input);
  if (unread) return foundProblems(settingValue, [unread], input);
  return [
    ...applyRules(rulesOf(target), input),
    ...foundProblems(unsupportedSetting, unusedOptions(input, target), input),
  ];
}

/** The objects of the output if no problem is an error, and the problems with those of the objects, each once, without what is left out. */
export function withObjects(
  target: Target,
  input: RuleInput,
  found: readonly Found[],
): Pick<Checked, 'objects' | 'problems'> {
  const isFailed = hasErrors(found);
  const objects = isFailed ? [] : target.toObjects(input);
  const all = [
    ...found,
    ...OUTPUT_RULES.flatMap((rule) => foundProblems(rule, rule.check(objects, input.description), input)),
  ];
  const applied = [...COMMON_RULES, ...rulesOf(target), ...OUTPUT_RULES].map(({code}) => code);
  const used = all.flatMap(({leftOutBy = []}) => leftOutBy);
  // An error may keep rules from finding more.
  const unused = isFailed ? [] : unusedIgnores(input, applied, used);
  const kept = [...all, ...foundProblems(unusedIgnore, unused, input)].flatMap(
    ({leftOutBy = [], alsoAt: _, ...problem}) => (leftOutBy.length === 0 ? problem : []),
  );
  return {objects, problems: withoutRepeats(kept)};
}

function foundProblems({code, severity}: RuleFacts, findings: readonly Finding[], input: RuleInput): Found[] {
  return findings.map((finding) => ({
    // Errors cannot be left out, such as that of an entry with the code of their own rule.
    ...{code, severity, leftOutBy: severity === 'error' ? [] : ignoredBy(code, finding, input)},
    ...finding,
  }));
}

const GATEWAY = 'gateway.name';

/** A `mesh`, `target` or Gateway that cannot be combined. */
function unreadTarget(input: RuleInput): Finding | undefined {
  const {settings} = input;
  if (isInvalid(input, GATEWAY)) return undefined;
  const [mesh, given, gateway] = [settings.get('mesh'), settings.get('target'), settings.get(GATEWAY)];
  const facts = meshNamed(mesh);
  const {name: read, kind} = targetNamed(meshOutput(mesh, undefined, gateway).target);
  const wrong = (setting: SettingKey, message: string, hint: string) => ({
    ...{message, hint, setting},
    ...settingPlace(setting, input),
  });
  if (gateway && facts.gateway === undefined)
    return wrong(
      GATEWAY,
      mesh === undefined
        ? `\`${GATEWAY}\` needs \`mesh\`: what reads the ${kind}s of the Gateway`
        : `\`${GATEWAY}\` cannot be combined with \`mesh: ${mesh}\`: ${facts.title} does not read ${kind}s of a Gateway`,
      `set \`mesh\` to one of ${GATEWAY_NAMES.join(', ')}, or remove \`${GATEWAY}\``,
    );
  if (!gateway && facts.service === undefined)
    return wrong(
      'mesh',
      `\`mesh: ${mesh}\` needs \`${GATEWAY}\`: ${facts.title} reads ${kind}s of a Gateway`,
      `set \`${GATEWAY}\`, for example \`gateway: {name: public}\` or \`--${GATEWAY} public\``,
    );
  const stray = gateway === '' ? undefined : strayKey(input);
  if (stray) return stray;
  const targets = meshOutputs(mesh, gateway).map(({target}) => targetNamed(target));
  if (given === undefined || targets.some(({name}) => name === given)) return undefined;
  const all = targets.map((one) => `${one.kind}s`).join(' and ');
  return wrong(
    'target',
    `\`target: ${given}\` cannot be combined with \`${gateway ? `${GATEWAY}: ${gateway}` : `mesh: ${mesh}`}\`: ${gateway ? 'a Gateway has' : `${facts.title} reads`} ${all}`,
    `set \`target: ${read}\` (\`--target ${read}\`), or remove \`target\``,
  );
}

/** A setting that has no effect: one of a Gateway without its name, or of `cors` where no origin is allowed. */
function strayKey(input: RuleInput): Finding | undefined {
  const {settings, routes} = input;
  const needed = settings.get(GATEWAY) === undefined ? GATEWAY : ORIGINS;
  const hasNoGateway = needed === GATEWAY && meshNamed(settings.get('mesh')).gateway === undefined;
  const meshes = hasNoGateway ? ` and \`mesh\` to one of ${GATEWAY_NAMES.join(', ')}` : '';
  const lacking = routes.filter((one) => !settings.at(one, needed)?.length);
  for (const setting of GATEWAY_SETTINGS) {
    const isConcerned = setting !== needed && (needed === GATEWAY || setting.startsWith('cors.'));
    const isOfAll = (settings.level(setting) ?? 'default') !== 'default';
    const isAtRoot = (one: Operation) => isOfAll || setting in settings.rootOf(one).settings.values;
    const isStray = (one: Operation) =>
      setting in one.pathItem.settings.values || (lacking.length === routes.length && isAtRoot(one));
    const operation = isConcerned && lacking.find(isStray);
    if (operation)
      return {
        message: `\`${setting}\` needs \`${needed}\``,
        hint: `set \`${needed}\`${meshes}, or remove \`${setting}\``,
        setting,
        ...operationSettingPlace(setting, operation, settings),
      };
  }
  return undefined;
}

/** Flags, and options of the decorator, that the output does not use. */
function unusedOptions({settings, choices}: RuleInput, target: Target): Finding[] {
  const read = meshOutputs(settings.get('mesh'), settings.get('gateway.name')).map((one) => one.target);
  // The port of the Service is no choice of an output.
  const given = SETTINGS.filter(({key}) => key !== 'service.port' && settings.level(key) === 'flag');
  const options = choices.onlyDescribed ? [{key: 'onlyDescribed', flag: 'only-described'}] : [];
  return [...options, ...given.map(({key}) => ({key, flag: key}))].flatMap(({key, flag}) => {
    const using = targetsUsing(key);
    if (using.includes(target)) return [];
    const others = using.filter(({name}) => read.includes(name)).map(({name}) => `\`target: ${name}\``);
    return {
      message: `has no effect with target \`${target.name}\``,
      hint: ['remove it', ...(others.length > 0 ? [`or set ${others.join(' or ')}`] : [])].join(', '),
      flag,
    };
  });
}

const SETTING_CODES = SETTING_RULES.map(({code}) => code);

/** True for a problem of a setting, or of what was meant to be one: these count for any description. */
export function isOfSetting({code}: Pick<Problem, 'code'>): boolean {
  return SETTING_CODES.includes(code);
}

/** A path item that several paths refer to is read once for each, but a problem of it is reported once. */
export function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    const {code, message, flag, location} = problem;
    // `access` differs with the way that led there.
    const id = [code, location?.uri, location?.pointer, location?.at, flag, message].join('\n');
    if (!first.has(id)) first.set(id, problem);
  }
  return [...first.values()];
}
