import {jsonText} from '../base/quote.ts';
import {toYaml} from '../kubernetes/yaml.ts';
import type {KubernetesObject} from '../targets/target.ts';

export const OUTPUT_FORMATS = ['yaml', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The text of Kubernetes objects for `kubectl apply`; several as JSON are one `List`. */
export function render(objects: readonly KubernetesObject[], format: OutputFormat): string {
  if (format === 'yaml') return toYaml(objects);
  return jsonText(objects.length === 1 ? objects[0] : {apiVersion: 'v1', kind: 'List', items: objects});
}
