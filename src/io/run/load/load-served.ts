import {asErrors, type Problem} from '../../../core/base/problem.ts';
import type {Resource} from '../../../core/kubernetes/resource.ts';
import {servedDescription, serviceSettings} from '../../../core/services/served.ts';
import {
  annotationProblems,
  annotationsOf,
  OPENAPI_ANNOTATION,
  SETTINGS_ANNOTATION,
} from '../../../core/services/service.ts';
import type {ApiServer} from '../../cluster/api-server.ts';
import {servedAddress} from '../../cluster/served-address.ts';
import {inputProblems, readDocument} from '../../read/parse-document.ts';
import {RemoteTime} from '../../read/read-limits.ts';
import {type Inputs, type Loaded, loadDescription} from './load-description.ts';

/** Reads the description that a Service serves, and adds the settings of the Service. */
export async function loadServed(service: Resource, run: Inputs['run'], server: ApiServer): Promise<Loaded> {
  const source = service.uri;
  const uriOf = (annotation: string) => `${source} ${annotation}`;
  const extension = {uri: uriOf(SETTINGS_ANNOTATION), pointer: ''};
  // An empty annotation sets nothing either.
  const written = Buffer.from(String(annotationsOf(service).get(SETTINGS_ANNOTATION) || 'null'));
  const {entry, corrected = written} = await readDocument(written, extension.uri);
  const unused = unusedAnnotations(service);
  const texts = new Map([[extension.uri, corrected]]);
  const refused = (problems: readonly Problem[]): Loaded => ({
    ...{source, name: source, uri: source, run, options: run, parts: [], texts, service},
    problems: [...unused, ...problems],
  });
  if ('unreadable' in entry) return refused(inputProblems(entry, extension.uri));
  const settings = serviceSettings(service, entry.content, extension);
  const {port} = settings;
  if (port === undefined) return refused(asErrors(settings.faults));
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
    problems: [...unused, ...part.problems],
    ...(openapi && {openapi: servedDescription(openapi, settings, run.allowGateways)}),
  }));
  return {...loaded, source, name: source, parts, texts: new Map([...loaded.texts, ...texts]), service};
}

/** The annotations of our group that a Service has in vain. */
export function unusedAnnotations(service: Resource): Problem[] {
  return annotationProblems(service, `use \`${OPENAPI_ANNOTATION}\` and \`${SETTINGS_ANNOTATION}\``);
}
