import type {Finding} from '../base/problem.ts';
import {GATEWAY_NAMES, meshNamed, meshOutput, meshOutputs} from '../meshes.ts';
import {operationSettingPlace, settingPlace} from '../openapi/effective-settings.ts';
import type {Operation} from '../openapi/operation.ts';
import {isInvalid, type RuleInput} from '../rules/rule.ts';
import {GATEWAY_SETTINGS, ORIGINS, SETTINGS, type SettingKey} from '../settings/table.ts';
import {targetNamed, targetsUsing} from '../targets/index.ts';
import type {Target} from '../targets/target.ts';

const GATEWAY = 'gateway.name';

/** A `mesh`, `target` or Gateway that cannot be combined. */
export function unreadTarget(input: RuleInput): Finding | undefined {
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
export function unusedOptions({settings, choices}: RuleInput, target: Target): Finding[] {
  const read = meshOutputs(settings.get('mesh'), settings.get('gateway.name')).map((one) => one.target);
  // The port of the Service is not a choice of an output.
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
