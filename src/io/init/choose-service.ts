import {quote} from '../../core/quote.ts';
import type {ClusterService} from './cluster-services.ts';
import type {Known} from './complete-settings.ts';
import {refused} from './plan.ts';
import type {Questions} from './questions.ts';

/** The most Services that a message names. */
const MOST_NAMED = 10;

/**
 * The Service of the cluster that a description is for: the one that has the name, and the namespace if that is known, or the one
 * that the user chooses.
 *
 * @throws Refused when it is not clear
 */
export async function chooseService(
  services: readonly ClusterService[],
  {given, existing, suggested}: Known,
  questions: Questions | undefined,
): Promise<ClusterService> {
  const known = {...existing, ...given};
  const name = known['service.name'] ?? suggested['service.name'];
  const namespace = known['service.namespace'];
  const found = services.filter(
    (service) => service.name === name && (namespace === undefined || service.namespace === namespace),
  );
  const isNamed = known['service.name'] !== undefined;
  const candidates = questions && !isNamed ? services : found;
  const [only, another] = candidates;
  if (questions && only && (another || !isNamed)) return chosenOf(candidates, found[0], questions);
  if (only && !another) return only;
  throw refusal(services, found, name);
}

function refusal(services: readonly ClusterService[], found: readonly ClusterService[], name: unknown) {
  const [first] = services;
  if (!first) return refused('no Services in the cluster', 'remove `--from-cluster`');
  const named = (found.length > 0 ? found : services).slice(0, MOST_NAMED).map(titleOf).join(', ');
  if (found.length > 0)
    return refused(
      `${found.length} Services ${quote(name)} in the cluster`,
      `add \`--service.namespace\`: ${named}`,
    );
  return refused(
    name === undefined
      ? 'the name of the target Service is missing'
      : `no Service ${quote(name)} in the cluster`,
    `choose one with \`--service.name\` and \`--service.namespace\`: ${named}`,
  );
}

async function chosenOf(
  services: readonly ClusterService[],
  first: ClusterService | undefined,
  questions: Questions,
): Promise<ClusterService> {
  const choices = services.map((service) => ({name: titleOf(service), value: titleOf(service)}));
  const title = await questions.choose('Service', choices, first && titleOf(first));
  const [chosen = services[0]] = services.filter((service) => titleOf(service) === title);
  if (chosen === undefined) throw new Error(`no Service ${title}`);
  return chosen;
}

/** As `<namespace>/<name>`. */
function titleOf({name, namespace}: ClusterService): string {
  return `${namespace}/${name}`;
}
