import {ownValue, parseJsonMap} from '../../core/base/json.ts';
import {invalid, quote} from '../../core/base/quote.ts';
import {type Resource, resourceName} from '../../core/kubernetes/resource.ts';
import {notAPort} from '../../core/services/served.ts';
import {annotationsOf, dataOf, OPENAPI_ANNOTATION} from '../../core/services/service.ts';
import {type Send, sendDirectly} from '../read/remote-document.ts';
import {UnreadableSource} from '../system-error.ts';
import type {ApiServer} from './api-server.ts';

const EXPECTED = '`/openapi.json`, `:9090/openapi.json` with another port, or `configmap/<name>/<key>`';

/**
 * Where the annotation of a Service says that its description is, and how it is asked for.
 *
 * @param own the port for requests
 * @param server asks the Service, if that is not asked directly, and has its ConfigMaps
 */
export function servedAddress(service: Resource, own: number, server: ApiServer, isDirect: boolean) {
  const {name, namespace, content} = service;
  const text = annotationsOf(service).get(OPENAPI_ANNOTATION);
  const written = String(text).trim();
  const [, configMap, key] = /^configmap\/([a-z0-9][a-z0-9.-]*)\/([\w.-]+)$/.exec(written) ?? [];
  if (configMap !== undefined)
    return {
      uri: `configmap://${configMap}.${namespace}/${key}`,
      send: sendFromConfigMap(server, namespace, configMap),
    };
  const [, other, target] = /^(?::(\d{1,5}))?(\/.*)$/.exec(written) ?? [];
  if (target === undefined)
    return {
      message: invalid('annotation', text, EXPECTED),
      hint: `for example \`${OPENAPI_ANNOTATION}: /openapi.json\``,
    };
  if (ownValue(ownValue(content, 'spec'), 'type') === 'ExternalName')
    return {
      message: 'a Service of type ExternalName is not asked: it is another host',
      hint: 'name a ConfigMap: `configmap/<name>/<key>`',
    };
  const port = other === undefined ? own : Number(other);
  const wrong = notAPort(port, service);
  if (wrong) return wrong;
  const base = `/api/v1/namespaces/${namespace}/services/${name}:${port}/proxy`;
  return {
    uri: `http://${name}.${namespace}.svc:${port}${target}`,
    send: isDirect ? sendDirectly : sendByServer(server, base),
  };
}

/** Asks a Service through the API server, which adds its own address and path to those of a redirect. */
function sendByServer(server: ApiServer, base: string): Send {
  return async (address, init) => {
    const response = await server.get(`${base}${address.pathname}${address.search}`, init);
    const location = response.headers.get('location') ?? '';
    const {pathname, search} = URL.canParse(location, address.href) ? new URL(location, address) : address;
    if (pathname.startsWith(`${base}/`))
      response.headers.set('location', pathname.slice(base.length) + search);
    return response.status < 400 ? response : refuse(response);
  };
}

/** The keys of a ConfigMap are its paths. */
function sendFromConfigMap(server: ApiServer, namespace: string, name: string): Send {
  return async ({pathname}, init) => {
    const response = await server.get(`/api/v1/namespaces/${namespace}/configmaps/${name}`, init);
    if (!response.ok) return refuse(response);
    const data = dataOf({content: await response.json()});
    const key = pathname.slice(1);
    const text = data.get(key);
    if (text !== undefined) return new Response(text);
    const configMap = resourceName({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    const hint = `name one of its keys: ${[...data.keys()].join(', ') || 'it has none'}`;
    throw new UnreadableSource(`${configMap} has no key ${quote(key)}`, hint);
  };
}

/** With the reason of the API server, such as a Service without pods or a missing permission; any other response is as it was. */
async function refuse(response: Response): Promise<Response> {
  for await (const chunk of response.body ?? []) {
    const {kind, message} = parseJsonMap(Buffer.from(chunk).toString()) ?? {};
    if (kind === 'Status')
      throw new UnreadableSource(
        `the API server responded: ${message}`,
        String(message).startsWith('no endpoints available')
          ? 'check that its Pods are ready; for endpoints that are not Pods, as those written by hand, use `--fetch direct`'
          : 'check the Service and your permissions',
      );
    break;
  }
  return new Response(null, {status: response.status});
}
