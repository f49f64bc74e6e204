import type {Route, ServiceProfile} from './service-profile.ts';

/** A path, after a method or not, that every YAML reader takes for the same text without quotes. */
const PLAIN_PATH = /^([A-Z]+ )?\/[A-Za-z0-9_\-./{}[\]()*+^$\\]*$/;
const PLAIN_METHOD = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY)$/;
const PLAIN_TIMEOUT = /^[0-9]+s$/;
/** A name of Kubernetes that begins with a letter, and an API version. */
const PLAIN_NAME = /^[a-z][a-z0-9./-]*$/;
/** Names that are other values to some YAML reader. Source: YAML 1.1, types bool, null and float. */
const VALUE_NAME = /^(y|n|yes|no|on|off|true|false|null|e-?[0-9]*)$/;

/**
 * The YAML of a ServiceProfile whose texts need no quotes, as those of almost all do: the dumper would come to the same, but
 * takes forty times as long to find out. `undefined` for any other profile.
 */
export function plainYaml({apiVersion, kind, metadata, spec}: ServiceProfile): string | undefined {
  const {name, namespace} = metadata;
  const isPlain = [apiVersion, name, namespace].every(
    (text) => PLAIN_NAME.test(text) && !VALUE_NAME.test(text),
  );
  if (!isPlain || spec.routes.length === 0) return undefined;
  let text = `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  creationTimestamp: null\n  name: ${name}\n  namespace: ${namespace}\nspec:\n  routes:\n`;
  for (const route of spec.routes) {
    const lines = plainRoute(route);
    if (lines === undefined) return undefined;
    text += lines;
  }
  return text;
}

function plainRoute({condition, name, timeout}: Route): string | undefined {
  const {method, pathRegex} = condition;
  const isPlain =
    PLAIN_METHOD.test(method) &&
    PLAIN_PATH.test(pathRegex) &&
    PLAIN_PATH.test(name) &&
    (timeout === undefined || PLAIN_TIMEOUT.test(timeout));
  if (!isPlain) return undefined;
  const last = timeout === undefined ? '' : `      timeout: ${timeout}\n`;
  return `    - condition:\n        method: ${method}\n        pathRegex: ${pathRegex}\n      name: ${name}\n${last}`;
}
