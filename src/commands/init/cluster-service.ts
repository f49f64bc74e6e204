import {compareCodePoints} from '../../core/base/code-point-order.ts';
import {quote} from '../../core/base/quote.ts';
import type {Resource} from '../../core/kubernetes/resource.ts';
import {portsOf} from '../../core/services/service.ts';
import type {SettingValues} from '../../core/settings/table.ts';
import {kubectlGet} from '../../io/cluster/kubectl.ts';
import {firstOf, type InitInput, type InitRun, MISSING_NAME, refusal} from './asking.ts';

const FROM = 'the cluster';

/**
 * Adds the Service of the cluster that a description is for, as if it were given by flags: the one that has the name, and the
 * namespace if that is known, or the one that the user chooses. Those of a cluster that can be reached are offered in any case.
 *
 * @throws Refused when it has to be one of the cluster, and is not clear
 */
export async function withClusterService(input: InitInput, run: InitRun): Promise<InitInput> {
  const {source, given, existing, suggested} = input;
  const {questions, isSeveral, guesses} = run;
  const set = {...existing, ...given};
  const isNamed = set['service.name'] !== undefined;
  const isOffer = run.services === undefined;
  if (isOffer && (!questions || isSeveral || isNamed)) return input;
  // A cluster that does not answer at once is not offered.
  const services = run.services ?? (await clusterServices(AbortSignal.timeout(5000)).catch(() => []));
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
  if (!chosen && isOffer) return input;
  if (!chosen)
    throw refusal(
      name ? `${matching.length || 'no'} Services ${quote(name)} in the cluster` : MISSING_NAME,
      `choose one with \`--service.name\` and \`--service.namespace\`: ${firstOf((only ? matching : services).map(titleOf)) || 'there are none'}`,
    );
  const named: SettingValues = {'service.name': chosen.name, 'service.namespace': chosen.namespace};
  const added = Object.entries(named).filter(([key]) => !(key in existing));
  for (const [key, text] of isAsked ? [] : added)
    if (!(key in given)) guesses.push([key, String(text), FROM]);
  const [port, anotherPort] = portsOf(chosen);
  return {
    ...input,
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
