import {compareCodePoints} from '../../core/base/code-point-order.ts';
import {quote} from '../../core/base/quote.ts';
import type {Resource} from '../../core/kubernetes/resource.ts';
import {portsOf} from '../../core/services/service.ts';
import {isGiven} from '../../core/settings/precedence.ts';
import {FLAG_SETTINGS, type SettingValues} from '../../core/settings/table.ts';
import {kubectlGet} from '../../io/cluster/kubectl.ts';
import {answerTo, DEFAULT, defaultOf, proposedFor, reading} from './answer.ts';
import {type Asking, type Choice, firstOf, type Known, MISSING_NAME, refused} from './asking.ts';
import {MESH_QUESTIONS, NAME, type Question, SERVICE_QUESTIONS} from './questions.ts';

/**
 * The settings to write: those of the flags, and for what is set neither by a flag nor in the description the answers, or where nobody
 * is asked what is proposed. A description that names its Service was set up before: nothing is asked that is not needed. Of several
 * descriptions, each has the name that it suggests; it is asked for only if there is none or another has it.
 *
 * @throws Refused when the name of the target Service is missing
 */
export async function completeSettings(known: Known, asking: Asking): Promise<SettingValues> {
  const given = await ask(MESH_QUESTIONS, known, asking);
  const settings = await ask(SERVICE_QUESTIONS, await withClusterService({...known, given}, asking), asking);
  // Where one namespace is new and the other not set, both are the same: mostly the resources belong next to the Service.
  const namespace = settings['service.namespace'] ?? settings.namespace;
  const both: SettingValues = namespace === undefined ? {} : {namespace, 'service.namespace': namespace};
  const all: Readonly<Record<string, unknown>> = {...both, ...settings};
  const isNew = (key: string) => key in settings || (key in both && !(key in known.existing));
  return Object.fromEntries(FLAG_SETTINGS.flatMap(({key}) => (isNew(key) ? [[key, all[key]]] : [])));
}

/** The settings that are given, and the answers. */
async function ask(list: readonly Question[], known: Known, asking: Asking): Promise<SettingValues> {
  const {given, existing, suggested} = known;
  let settings = given;
  let needed = '';
  for (const question of list) {
    const {key, choices, isNeeded, isAlwaysWritten, isLeft} = question;
    const [before, isRequired] = [settings, key === needed];
    const isOpen = (one: Known) => {
      const all = {...one.existing, ...before};
      return !isGiven(key, all) && (isRequired || (isNeeded?.(all, one.existing) ?? !(NAME in one.existing)));
    };
    const all = {...existing, ...settings};
    const suggestedFirst = ({value}: Choice) => (value === `${key}=${suggested[key]?.text}` ? 0 : 1);
    const offered = choices?.(all).toSorted((a, b) => suggestedFirst(a) - suggestedFirst(b));
    if (!isOpen(known) || offered?.length === 0) continue;
    const proposed = proposedFor(question, known);
    if (key.startsWith('path.') && proposed.from === DEFAULT) continue;
    if (isLeft && !asking.questions) {
      if (proposed.text !== '')
        asking.guesses.push([key, '', `not set; for example \`--${key}=${proposed.text}\``]);
      continue;
    }
    const answer = await answerTo({question, offered, settings, known, isOpen}, asking);
    const texts = offered ? answer.split(' ').map((word) => word.split('=')) : [[key, answer]];
    for (const [name = '', text = ''] of texts) {
      if (text === '') needed = name;
      else if (!(name in all) && (isAlwaysWritten || text !== defaultOf(name)))
        settings = {...settings, ...reading(name, text).values};
    }
  }
  return settings;
}

const FROM = 'the cluster';

/**
 * Adds the Service of the cluster that a description is for, as if it were given by flags: the one that has the name, and the
 * namespace if that is known, or the one that the user chooses. Those of a cluster that can be reached are offered in any case.
 *
 * @throws Refused when it has to be one of the cluster, and is not clear
 */
async function withClusterService(known: Known, asking: Asking): Promise<Known> {
  const {source, given, existing, suggested} = known;
  const {questions, isSeveral, guesses} = asking;
  const set = {...existing, ...given};
  const isNamed = set['service.name'] !== undefined;
  const isOffer = asking.services === undefined;
  if (isOffer && (!questions || isSeveral || isNamed)) return known;
  // A cluster that does not answer at once is not offered.
  const services = asking.services ?? (await clusterServices(AbortSignal.timeout(5000)).catch(() => []));
  const name = set['service.name'] ?? suggested['service.name']?.text;
  const namespace = set['service.namespace'];
  const matching = services.filter(
    (service) => service.name === name && (namespace === undefined || service.namespace === namespace),
  );
  const offered = questions && !isNamed ? [...new Set([...matching, ...services])] : matching;
  const [only, another] = offered;
  const choices = offered.map((value) => ({name: titleOf(value), value}));
  const others = isOffer ? [{name: 'another', value: undefined}] : [];
  const asked = `service.name${isSeveral ? `, for ${source}` : ''}`;
  const isAsked = questions && only && (another || !isNamed);
  const unasked = another ? undefined : only;
  const chosen = isAsked
    ? await questions.choose(`Service of the cluster (${asked})`, [...choices, ...others])
    : unasked;
  if (!chosen && isOffer) return known;
  if (!chosen)
    throw refused(
      name ? `${matching.length || 'no'} Services ${quote(name)} in the cluster` : MISSING_NAME,
      `choose one with \`--service.name\` and \`--service.namespace\`: ${firstOf((only ? matching : services).map(titleOf)) || 'there are none'}`,
    );
  const named: SettingValues = {'service.name': chosen.name, 'service.namespace': chosen.namespace};
  const added = Object.entries(named).filter(([key]) => !(key in existing));
  for (const [key, text] of isAsked ? [] : added)
    if (!(key in given)) guesses.push([key, String(text), FROM]);
  const [port, anotherPort] = portsOf(chosen);
  return {
    ...known,
    given: {...Object.fromEntries(added), ...given},
    suggested: {
      ...suggested,
      ...(port && !anotherPort && {'service.port': {text: String(port), from: FROM}}),
    },
  };
}

/** The Services of the cluster, without those of Kubernetes itself. Nothing is changed there. Throws ClusterFailed. */
export async function clusterServices(signal?: AbortSignal): Promise<readonly Resource[]> {
  const needed = 'you are allowed to list the Services of all namespaces';
  return (await kubectlGet(['services', '--all-namespaces'], needed, '', signal))
    .filter(({name, namespace}) => !namespace.startsWith('kube-') && name !== 'kubernetes')
    .sort((a, b) => compareCodePoints(titleOf(a), titleOf(b)));
}

function titleOf({name, namespace}: Resource): string {
  return `${namespace}/${name}`;
}
