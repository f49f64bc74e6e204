import {jsonText} from '../quote.ts';
import type {KubernetesObject} from '../targets/target.ts';
import {toYaml} from '../yaml.ts';

export const OUTPUT_FORMATS = ['yaml', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The same objects as JSON, indented by two spaces, with a final newline; several as one `List`, as kubectl reads them. */
function toJson(objects: readonly KubernetesObject[]): string {
  const document = objects.length === 1 ? objects[0] : {apiVersion: 'v1', kind: 'List', items: objects};
  return jsonText(document);
}

/** The text of Kubernetes objects in `format`, ready for `kubectl apply`. */
export function render(objects: readonly KubernetesObject[], format: OutputFormat): string {
  return format === 'json' ? toJson(objects) : toYaml(objects);
}
