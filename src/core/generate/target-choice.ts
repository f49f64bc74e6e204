import type {Finding} from '../base/problem.ts';
import {GATEWAY_NAMES, meshNamed, meshOutput, meshOutputs, policyFacts} from '../meshes.ts';
import {chosenReader} from '../openapi/chosen-reader.ts';
import {type SettingPlace, settingPlace} from '../openapi/effective-settings.ts';
import type {Operation} from '../openapi/operation.ts';
import {namesOf, settingPlaces} from '../openapi/setting-places.ts';
import {isInvalid, type RuleInput} from '../rules/rule.ts';
import {GATEWAY_SETTINGS, ORIGINS, RATE_LIMIT, SETTINGS, type SettingKey} from '../settings/table.ts';
import {targetNamed, targetsUsing} from '../targets/index.ts';
import type {Target} from '../targets/target.ts';

const GATEWAY = 'gateway.name';
const RETRYABLE = 'retryable';
const ENFORCE = 'security.enforce';

/** A `mesh`, `target` or Gateway that cannot be combined. */
export function unreadTarget(input: RuleInput): Finding | undefined {
  const {settings} = input;
  if (isInvalid(input, GATEWAY)) return undefined;
  const [mesh, target, gateway] = [settings.get('mesh'), settings.get('target'), settings.get(GATEWAY)];
  const facts = meshNamed(mesh);
  const {name: read, kind} = targetNamed(meshOutput(mesh, undefined, gateway).target);
  const wrong = (setting: SettingKey, message: string, hint: string) => {
    return {message, hint, setting, ...settingPlace(setting, input)};
  };
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
  const stray = strayKey(input);
  if (stray) return stray;
  const targets = meshOutputs(mesh, gateway).map((output) => targetNamed(output.target));
  if (target === undefined || targets.some(({name}) => name === target)) return undefined;
  const all = targets.map((one) => `${one.kind}s`).join(' and ');
  return wrong(
    'target',
    `\`target: ${target}\` cannot be combined with \`${gateway ? `${GATEWAY}: ${gateway}` : `mesh: ${mesh}`}\`: ${gateway ? 'a Gateway has' : `${facts.title} reads`} ${all}`,
    `set \`target: ${read}\` (\`--target ${read}\`), or remove \`target\``,
  );
}

/** A setting that has no effect without another one: of a Gateway, of `cors`, of retries, or of who may call. */
function strayKey(input: RuleInput): Finding | undefined {
  const {settings} = input;
  const hasNoGateway = meshNamed(settings.get('mesh')).gateway === undefined;
  const canEnforce =
    policyFacts(settings.get('mesh'), settings.get('target'), settings.get(GATEWAY)) !== undefined;
  for (const {key: setting} of SETTINGS) {
    const needed = neededBy(setting, settings.get(GATEWAY));
    if (needed === undefined || needed === setting) continue;
    const isLacking = (one: Operation) => {
      // Whoever wrote `false` or `0` knows that nothing is enforced or limited.
      if (needed === ENFORCE) return (settings.level(ENFORCE) ?? 'default') === 'default';
      if (needed === RATE_LIMIT) return settings.at(one, needed) === undefined;
      return ![settings.at(one, needed)].flat().some(Boolean);
    };
    const stray = placesOf(setting, input).find(({operations}) => operations.every(isLacking));
    const meshes =
      needed === GATEWAY && hasNoGateway ? ` and \`mesh\` to one of ${GATEWAY_NAMES.join(', ')}` : '';
    const text = needed === RETRYABLE || needed === ENFORCE ? `${needed}: true` : needed;
    if (stray && !isInvalid(input, needed))
      return {
        message: `\`${setting}\` needs \`${text}\``,
        hint:
          needed === ENFORCE
            ? `set ${canEnforce ? `\`${text}\`, or \`false\`` : `\`${ENFORCE}: false\``} where nothing is to be enforced yet`
            : `set \`${text}\`${meshes}, or remove \`${setting}\``,
        setting,
        ...stray.place,
      };
  }
  return undefined;
}

function neededBy(setting: SettingKey, gateway: string | undefined): SettingKey | undefined {
  if (setting.startsWith('retry.')) return RETRYABLE;
  if (setting.startsWith('rate_limit.')) return RATE_LIMIT;
  if (setting === 'security.ports' || setting === 'security.probes') return 'security.selector';
  if (setting.startsWith('security.') || setting === 'clients') return ENFORCE;
  if (gateway === '' || !GATEWAY_SETTINGS.includes(setting)) return undefined;
  if (gateway === undefined) return GATEWAY;
  return setting.startsWith('cors.') ? ORIGINS : undefined;
}

function placesOf(key: SettingKey, {settings, routes}: RuleInput) {
  const isOfAll = (settings.level(key) ?? 'default') !== 'default';
  // Few operations have settings of their own.
  const isIn = ({settings: {values}}: Pick<Operation, 'settings'>) => key in values;
  const operations = routes.filter(
    (one) => isOfAll || isIn(one) || isIn(one.pathItem) || isIn(settings.rootOf(one)),
  );
  return settingPlaces(key, operations, settings, true);
}

/** Flags, options of the decorator, and what routes can have of their own, as far as the output does not use it. */
export function unusedOptions(input: RuleInput, target: Target): Finding[] {
  const {settings, choices} = input;
  const read = meshOutputs(settings.get('mesh'), settings.get('gateway.name')).map((one) => one.target);
  const {insteadOfRetry, policies} = chosenReader(settings);
  const isUnread = (key: string) =>
    key.startsWith('retry.') ? insteadOfRetry : key === RATE_LIMIT && !policies?.limitsRates;
  const unused = (key: string, place: SettingPlace, whose = ''): Finding[] => {
    const using = targetsUsing(key);
    if (using.includes(target)) return [];
    const instead = using
      .filter(({name}) => read.includes(name) && !isUnread(key))
      .map(({name}) => `or set \`target: ${name}\``);
    const message = `${whose}has no effect with target \`${target.name}\``;
    return [{message, hint: ['remove it', ...instead].join(', '), ...place}];
  };
  return [
    ...(choices.onlyDescribed ? unused('onlyDescribed', {flag: 'only-described'}) : []),
    ...SETTINGS.flatMap(({key, scopes}) => {
      // The port of the Service is not a choice of an output.
      if (settings.level(key) === 'flag') return key === 'service.port' ? [] : unused(key, {flag: key});
      if (!scopes.includes('operation') || targetsUsing(key).includes(target)) return [];
      // They need the limit itself, which is reported.
      if (neededBy(key, undefined) === RATE_LIMIT && key !== RATE_LIMIT) return [];
      return placesOf(key, input).flatMap(({place, operations}) =>
        unused(key, place, `\`${key}\` of ${namesOf(operations)} `),
      );
    }),
  ];
}
