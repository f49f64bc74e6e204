import {compareCodePoints} from '../../core/code-point-order.ts';
import {MAX_REQUESTS} from '../../core/limits.ts';
import {asErrors, inputError, type Problem, raiseWarnings} from '../../core/problem.ts';
import {counted} from '../../core/quote.ts';
import {type Resource, resourceOf} from '../../core/resource.ts';
import {servedDescription, serviceSettings} from '../../core/services/served.ts';
import {
  annotationProblems,
  annotationsOf,
  OPENAPI_ANNOTATION,
  SETTINGS_ANNOTATION,
} from '../../core/services/service.ts';
import {ApiServer} from '../cluster/api-server.ts';
import {ClusterFailed, kubectlGet} from '../cluster/kubectl.ts';
import {servedAddress} from '../cluster/served-address.ts';
import {documentNames} from '../print/report.ts';
import {inputProblems, readDocument} from '../read/parse-document.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {type Inputs, type Loaded, loadDescription, type RunRequest} from './load.ts';

/** The descriptions that the Services of a namespace, or of all, serve. */
export async function serviceInputs(run: Inputs['run'], folder: string): Promise<Inputs> {
  const inputs = {
    run,
    noun: 'Service',
    texts: new Map(),
    nameOf: documentNames([], folder),
    files: [],
  } as const;
  try {
    const all = await servicesOf(run);
    const services = all.filter((service) => annotationsOf(service).has(OPENAPI_ANNOTATION));
    const server = new ApiServer();
    const loads = ahead(
      services.map((service) => () => loadServed(service, run, server)),
      () => server.end(),
    );
    const hint = `use \`${OPENAPI_ANNOTATION}\` and \`${SETTINGS_ANNOTATION}\``;
    const warnings = [
      ...all.flatMap((service) => annotationProblems(service, hint)),
      ...(services.length === 0 ? [NO_SERVICE] : []),
    ];
    const problems = run.strict ? raiseWarnings(warnings) : warnings;
    return {...inputs, subject: counted(services.length, 'Service'), loads, problems};
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    return {...inputs, loads: [], problems: [inputError(error.message, error.hint)]};
  }
}

const NO_SERVICE: Problem = {
  code: 'input',
  severity: 'warning',
  message: `no Service with the annotation \`${OPENAPI_ANNOTATION}\``,
  hint: `annotate one: \`kubectl annotate service <name> ${OPENAPI_ANNOTATION}=/openapi.json\``,
};

/** All Services that a run is about, in the order of their names. Throws ClusterFailed. */
async function servicesOf({allNamespaces, selector, settings}: RunRequest): Promise<readonly Resource[]> {
  const {namespace} = settings ?? {};
  const args = [
    ...(allNamespaces ? ['--all-namespaces'] : []),
    ...(namespace ? [`--namespace=${namespace}`] : []),
    ...(selector ? [`--selector=${selector}`] : []),
  ];
  const found = await kubectlGet(['services', ...args], 'you are allowed to list Services');
  return found
    .map((content) => {
      const service = resourceOf(content, '');
      return {...service, uri: `${service.namespace}/${service.name}`};
    })
    .sort((one, other) => compareCodePoints(one.uri, other.uri));
}

/** The same, each of which begins when nine before it are not done; `end` is called after the last. */
function ahead(loads: Inputs['loads'], end: () => void): Inputs['loads'] {
  const rest = [...loads];
  const begun: Promise<Loaded>[] = [];
  return loads.map((load) => async () => {
    for (const next of rest.splice(0, MAX_REQUESTS - begun.length)) begun.push(next());
    const loaded = await (begun.shift() ?? load());
    if (begun.length === 0) end();
    return loaded;
  });
}

async function loadServed(service: Resource, run: Inputs['run'], server: ApiServer): Promise<Loaded> {
  const source = service.uri;
  const uriOf = (annotation: string) => `${source} ${annotation}`;
  const extension = {uri: uriOf(SETTINGS_ANNOTATION), pointer: ''};
  const written = Buffer.from(String(annotationsOf(service).get(SETTINGS_ANNOTATION) ?? ''));
  const {entry, corrected = written} = await readDocument(
    written.length > 0 ? written : NOTHING,
    extension.uri,
  );
  const texts = new Map([[extension.uri, corrected]]);
  const refused = (problems: readonly Problem[]): Loaded => {
    return {source, name: source, uri: source, run, parts: [], problems, texts};
  };
  if ('unreadable' in entry) return refused(inputProblems(entry, extension.uri));
  const settings = serviceSettings(service, entry.content, extension);
  const {port} = settings;
  if (port === undefined)
    return refused(asErrors(settings.faults.filter(({code}) => code === 'setting-value')));
  const isDirect = (run.fetch ?? (process.env.KUBERNETES_SERVICE_HOST ? 'direct' : 'proxy')) === 'direct';
  const address = servedAddress(service, port, server, isDirect);
  if ('message' in address) {
    const location = {uri: uriOf(OPENAPI_ANNOTATION), pointer: ''};
    return refused([{code: 'input', severity: 'error', location, ...address}]);
  }
  const {uri, send} = address;
  const loaded = await loadDescription(uri, {...run, send, remoteTime: new RemoteTime()});
  const parts = loaded.parts.map(({openapi, ...part}) => ({
    ...part,
    ...(openapi && {openapi: servedDescription(openapi, settings, run.allowGateways)}),
  }));
  return {...loaded, source, name: source, parts, texts: new Map([...loaded.texts, ...texts])};
}

/** An annotation that sets nothing. */
const NOTHING = Buffer.from('null');
