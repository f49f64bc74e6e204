import {type GoldenCase, goldenCases} from '../../golden-cases.ts';
import type {Finished} from '../../run.ts';
import {kubectl} from './clients.ts';

/** A golden case with its output, in YAML or JSON. */
export interface GoldenObjects {
  readonly name: string;
  readonly output: string;
  readonly golden: GoldenCase;
}

/** The outputs of all golden cases that have objects of this kind. */
export function goldenObjects(
  kind:
    | ('AuthorizationPolicy' | 'BackendTrafficPolicy' | 'SecurityPolicy' | 'Server')
    | ('HTTPRoute' | 'ServiceProfile'),
): GoldenObjects[] {
  const isOfKind = new RegExp(`\\bkind"?: "?${kind}\\b`);
  return goldenCases().flatMap((golden) => {
    const output = golden.want?.stdout ?? '';
    return isOfKind.test(output) ? [{name: golden.name, output, golden}] : [];
  });
}

/** The same objects in another namespace. */
export function moved(output: string, namespace: string): string {
  return output.replaceAll(/(\bnamespace"?: ["']?)[-\w]+/g, `$1${namespace}`);
}

/** Asks the API server whether it would accept these objects, in a namespace that every cluster has. Prints them as it would hold them. */
export function applyOnTrial(output: string): Promise<Finished> {
  const args = ['apply', '--dry-run=server', '--validate=strict', '-o', 'json', '-f', '-'];
  return kubectl(args, moved(output, 'default'));
}
