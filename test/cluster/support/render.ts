import {parseAllDocuments} from 'yaml';
import {chartFolder} from './chart-repository.ts';
import {type HelmMajor, helm} from './clients.ts';

/** What of a rendered object tests look into; the API server judges the rest. */
export interface Rendered {
  readonly kind: string;
  readonly metadata: {readonly name: string};
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {readonly template?: {readonly spec: PodSpec}};
}

interface PodSpec {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
}

export interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly env?: readonly {readonly name: string; readonly value?: string}[];
}

export const setFlags = (sets: readonly string[]) => sets.flatMap((set) => ['--set', set]);

/** Runs `helm template` for a release `tracer` in namespace `tracing`, as for a cluster of a fixed version. */
export function template(major: HelmMajor, args: readonly string[]) {
  return helm(major, [
    'template',
    'tracer',
    chartFolder,
    '--namespace=tracing',
    '--kube-version=1.36.3',
    ...args,
  ]);
}

/** The rendered objects, by `<kind>/<name>`. */
export async function render(major: HelmMajor, args: readonly string[]): Promise<Map<string, Rendered>> {
  const {status, stdout, stderr} = await template(major, args);
  if (status !== 0) throw new Error(stderr);
  const objects = parseAllDocuments(stdout).map((document): Rendered => document.toJS());
  return new Map(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
}

/** A container or init container of the pods of an object. */
export function container(object: Rendered | undefined, name: string): Container | undefined {
  const pod = object?.spec?.template?.spec;
  return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].find((one) => one.name === name);
}
