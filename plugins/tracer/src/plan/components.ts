import {parseAllDocuments} from 'yaml';
import {at, numberAt, textAt} from '../cluster/json.ts';
import {containerOf, type KubernetesObject, type Manifest} from '../cluster/objects.ts';
import {claimsOf} from './changes.ts';

type Find = (kind: string, component: string) => KubernetesObject | undefined;

/** The documents of a configuration file of a component, from its ConfigMap. */
function configOf(find: Find, component: string, file: string): readonly unknown[] {
  const text = textAt(find('ConfigMap', component)?.body, 'data', file);
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** The endpoint of a data store of the server; for HTTP, its URL. */
export function endpointOf(store: unknown): string {
  const client = at(store, textAt(store, 'type'));
  const grpc = textAt(client, 'endpoint') || textAt(client, 'grpc', 'endpoint');
  return grpc || textAt(client, 'http', 'url');
}

function serverOf(find: Find) {
  const [config] = configOf(find, 'server', 'config.yaml');
  const provisioning = configOf(find, 'server', 'provisioning.yaml');
  const typed = (type: string) => provisioning.find((document) => textAt(document, 'type') === type);
  const store = at(typed('DataStore'), 'spec');
  const periodic = at(typed('PollingProfile'), 'spec', 'periodic');
  const exporter = at(config, 'telemetry', 'exporters', textAt(config, 'server', 'telemetry', 'exporter'));
  return {
    /** `kindA` or `kindB`. */
    backend: textAt(store, 'name'),
    readsFrom: endpointOf(store),
    exportsTo: textAt(exporter, 'exporter', 'collector', 'endpoint') || null,
    database: `${textAt(config, 'postgres', 'host')}:${numberAt(config, 'postgres', 'port')}`,
    /** How long a test run waits for its trace; by default as long as the server's own defaults. */
    polling: {
      retryDelay: textAt(periodic, 'retryDelay') || '5s',
      timeout: textAt(periodic, 'timeout') || '1m',
      selectorMatchRetries: numberAt({selectorMatchRetries: 3, ...Object(periodic)}, 'selectorMatchRetries'),
    },
  };
}

function collectorOf(find: Find) {
  const [config] = configOf(find, 'collector', 'collector.yaml');
  return {
    receivesAt: `${find('Service', 'collector')?.name}:4317`,
    exportsTo: textAt(config, 'exporters', 'otlp_grpc', 'endpoint'),
  };
}

/**
 * The components and where they read and send traces, null for one that is not installed; from the objects that the chart renders, so that
 * values of every origin count.
 */
export function componentsOf(objects: Manifest) {
  const find: Find = (kind, component) =>
    objects.find((object) => object.kind === kind && object.component === component);
  const backend = find('Deployment', 'backend');
  const database = find('StatefulSet', 'database');
  const sampleApp = find('Deployment', 'sample-app');
  return {
    server: find('Deployment', 'server') ? serverOf(find) : null,
    /** The volume's claim; null for a database without a volume, or outside the release. */
    database: database ? {volume: claimsOf(database)[0] ?? null} : null,
    backend: backend ? {image: textAt(containerOf(backend), 'image')} : null,
    collector: find('Deployment', 'collector') ? collectorOf(find) : null,
    /** The only variable of the sample application is its endpoint. */
    sampleApp: sampleApp ? {sendsTo: textAt(containerOf(sampleApp), 'env', 0, 'value')} : null,
  };
}
