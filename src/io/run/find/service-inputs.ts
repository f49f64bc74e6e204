import {compareCodePoints} from '../../../core/base/code-point-order.ts';
import {MAX_REQUESTS} from '../../../core/base/limits.ts';
import {asErrors, inputError, inputWarning, type Problem, raiseWarnings} from '../../../core/base/problem.ts';
import type {Resource} from '../../../core/kubernetes/resource.ts';
import {servedDescription, serviceSettings} from '../../../core/services/served.ts';
import {
  annotationProblems,
  annotationsOf,
  OPENAPI_ANNOTATION,
  SETTINGS_ANNOTATION,
} from '../../../core/services/service.ts';
import {apiServer} from '../../cluster/api-server.ts';
import {servedBefore} from '../../cluster/cluster-objects.ts';
import {ClusterFailed, kubectlGet, orFailed} from '../../cluster/kubectl.ts';
import {servedAddress} from '../../cluster/served-address.ts';
import {documentNames} from '../../print/problems.ts';
import {inputProblems, readDocument} from '../../read/parse-document.ts';
import {RemoteTime} from '../../read/read-limits.ts';
import {type Inputs, type Loaded, loadDescription, type RunRequest} from '../load/load-description.ts';

/** The descriptions that Services serve, and where outputs are compared with the cluster, the Services that did before. */
export async function serviceInputs(run: Inputs['run'], folder: string): Promise<Inputs> {
  const inputs = {
    // The team of one Service is not to wait for that of another.
    run: {...run, keepGoing: true},
    noun: 'Service',
    texts: new Map(),
    nameOf: documentNames([], folder),
    files: [],
  } as const;
  const services = await orFailed(servicesOf(run));
  if (services instanceof ClusterFailed)
    return {...inputs, loads: [], problems: [inputError(services.message, services.hint)]};
  const serving = services.filter(isServing);
  const others = services.filter((service) => !isServing(service));
  const loads = startAhead(
    serving.map((service) => () => loadServed(service, run)),
    () => run.comparedWith === 'cluster' || apiServer.end(),
  );
  const removed = run.comparedWith === 'cluster' ? await loadRemoved(services, run) : {loads: [], notes: []};
  const problems = [
    ...(serving.length > 0 ? [] : run.strict ? raiseWarnings([NO_SERVICE]) : [NO_SERVICE]),
    // Whoever may edit a Service that serves nothing cannot stop a run with `--strict`.
    ...others.flatMap(unusedAnnotations).map((problem) => ({...problem, severity: 'note' as const})),
    ...removed.notes,
  ];
  const subject = [serving.length, 'Service'] as const;
  return {...inputs, subject, loads: [...loads, ...removed.loads], problems};
}

const NO_SERVICE = inputWarning(
  `no Service with the annotation \`${OPENAPI_ANNOTATION}\``,
  `annotate one: \`kubectl annotate service <name> ${OPENAPI_ANNOTATION}=/openapi.json\``,
);

function isServing(service: Resource): boolean {
  return annotationsOf(service).has(OPENAPI_ANNOTATION);
}

/** The arguments of kubectl for the namespaces that a run is about. */
function namespacesOf({allNamespaces, settings}: Pick<RunRequest, 'allNamespaces' | 'settings'>): string[] {
  if (allNamespaces) return ['--all-namespaces'];
  return settings?.namespace === undefined ? [] : [`--namespace=${settings.namespace}`];
}

/** All Services that a run is about, in the order of their names. Throws ClusterFailed. */
async function servicesOf(
  run: Pick<RunRequest, 'allNamespaces' | 'settings' | 'selector'>,
): Promise<readonly Resource[]> {
  const selector = run.selector === undefined ? [] : [`--selector=${run.selector}`];
  const args = ['services', ...namespacesOf(run), ...selector];
  return (await kubectlGet(args, 'you are allowed to list Services'))
    .map((service) => ({...service, uri: `${service.namespace}/${service.name}`}))
    .sort((one, other) => compareCodePoints(one.uri, other.uri));
}

/** The same, each of which begins when nine before it are not done; `end` is called after the last. */
function startAhead(loads: Inputs['loads'], end: () => unknown): Inputs['loads'] {
  const rest = [...loads];
  const begun: Promise<Loaded>[] = [];
  return loads.map((load) => async () => {
    for (const next of rest.splice(0, MAX_REQUESTS - begun.length)) begun.push(next());
    const loaded = await (begun.shift() ?? load());
    if (begun.length === 0) end();
    return loaded;
  });
}

/** Own objects of Services that serve no description now. Those that are gone may have had other labels than those of the run. */
async function loadRemoved(services: readonly Resource[], run: Inputs['run']) {
  const namespace = run.settings?.namespace ?? services[0]?.namespace;
  const scope = run.allNamespaces ? {} : namespace === undefined ? undefined : {namespace};
  const {own, notes} = await servedBefore(scope);
  const known = new Map(services.map((service) => [service.uri, service]));
  const loads = [...own].flatMap(([source, kinds]) => {
    const service = known.get(source);
    if (service ? isServing(service) : run.selector !== undefined) return [];
    const nothing = {options: run, parts: [], problems: [], texts: new Map(), own: kinds};
    return async () => ({source, name: source, uri: source, ...nothing, ...(service && {service})});
  });
  return {loads, notes};
}

/** Reads the description that a Service serves, and adds the settings of the Service. */
async function loadServed(service: Resource, run: Inputs['run']): Promise<Loaded> {
  const source = service.uri;
  const uriOf = (annotation: string) => `${source} ${annotation}`;
  const extension = {uri: uriOf(SETTINGS_ANNOTATION), pointer: ''};
  // An empty annotation sets nothing either.
  const written = Buffer.from(String(annotationsOf(service).get(SETTINGS_ANNOTATION) || 'null'));
  const {entry, corrected = written} = await readDocument(written, extension.uri);
  const unused = unusedAnnotations(service);
  const texts = new Map([[extension.uri, corrected]]);
  const unread = {source, name: source, uri: source, options: run, parts: [], texts, service};
  const refused = (problems: readonly Problem[]) => ({...unread, problems: [...unused, ...problems]});
  if ('unreadable' in entry) return refused(inputProblems(entry, extension.uri));
  const settings = serviceSettings(service, entry.content, extension);
  const {port} = settings;
  if (port === undefined) return refused(asErrors(settings.faults));
  const isDirect = (run.fetch ?? (process.env.KUBERNETES_SERVICE_HOST ? 'direct' : 'proxy')) === 'direct';
  const address = servedAddress(service, port, apiServer, isDirect);
  if ('message' in address) {
    const location = {uri: uriOf(OPENAPI_ANNOTATION), pointer: ''};
    return refused([{code: 'input', severity: 'error', location, ...address}]);
  }
  const {uri, send} = address;
  const loaded = await loadDescription(uri, {...run, send, remoteTime: new RemoteTime()});
  const parts = loaded.parts.map(({openapi, ...part}) => ({
    ...part,
    problems: [...unused, ...part.problems],
    ...(openapi && {openapi: servedDescription(openapi, settings, run.allowGateways)}),
  }));
  return {...loaded, source, name: source, parts, texts: new Map([...loaded.texts, ...texts]), service};
}

/** The annotations of our group that a Service has in vain. */
function unusedAnnotations(service: Resource): Problem[] {
  return annotationProblems(service, `use \`${OPENAPI_ANNOTATION}\` and \`${SETTINGS_ANNOTATION}\``);
}
