import {
  DEFAULT_SCALAR_STYLE_RULES,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  NOT_RESOLVED,
  SCALAR_STYLE,
  type ScalarStyleRule,
} from 'js-yaml';
import type {Route, ServiceProfile} from './service-profile.ts';

export const OUTPUT_FORMATS = ['yaml', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const NUMBER_LIKE = /^[-+]?(0[xob]|[._\d:]*(e[-+]?\d*)?$|\d{4}-\d)/i;

/**
 * What looks like a number or a date to some YAML reader, beyond what the dumper knows: `.` and `e5` in YAML 1.1; `0X1F`,
 * `0b-1`, `2001-1-1` to Go's reader, which is kubectl's. As a tag of the dumper it makes such a text be quoted.
 * Source: YAML 1.1, float type; gopkg.in/yaml.v2, resolve.go.
 */
const numberLike = defineScalarTag('tag:apigen:number-like', {
  implicit: true,
  resolve: (text) => (NUMBER_LIKE.test(text) ? text : NOT_RESOLVED),
  identify: () => false,
});
const SCHEMA = DUMP_SCHEMA.withTags(numberLike);

/** Block style keeps a text with line breaks readable, but readers differ on what white space around them counts. */
const doubleQuoteLineBreaks: ScalarStyleRule = (layout) => {
  if (/[\r\n]/.test(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};
const STYLE_RULES = [doubleQuoteLineBreaks, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

/**
 * The text of a ServiceProfile as a YAML document, ready for `kubectl apply`: `---` first, keys in the order of the
 * specification's table 2.3, no folded lines, no anchors, a final newline. Scalars are quoted wherever a YAML 1.1 reader
 * (kubectl) or a YAML 1.2 reader would take them for something else.
 */
export function renderYaml(profile: ServiceProfile): string {
  const routes = profile.spec.routes.map(plainRoute);
  if (routes.length === 0 || routes.includes(undefined)) return `---\n${dumpYaml(profile)}`;
  const head = dumpYaml({...profile, spec: {routes: []}});
  return `---\n${head.slice(0, -' []\n'.length)}\n${routes.join('')}`;
}

function dumpYaml(value: unknown): string {
  return dump(value, {lineWidth: -1, noRefs: true, schema: SCHEMA, scalarStyleRules: STYLE_RULES});
}

/** A path, after a method or not, that every YAML reader takes for the same text without quotes. */
const PLAIN_PATH = /^([A-Z]+ )?\/[A-Za-z0-9_\-./{}[\]()*+^$\\]*$/;
const PLAIN_METHOD = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY)$/;
const PLAIN_TIMEOUT = /^[0-9]+s$/;

/**
 * The lines of a route whose texts need no quotes, as almost all do: the dumper would come to the same, but takes forty times
 * as long to find out. `undefined` for any other route.
 */
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

/** The same document as JSON, indented by two spaces, with a final newline. */
export function renderJson(profile: ServiceProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** The text of a ServiceProfile in `format`. */
export function render(profile: ServiceProfile, format: OutputFormat): string {
  return format === 'json' ? renderJson(profile) : renderYaml(profile);
}
