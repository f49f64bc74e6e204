import {
  DEFAULT_SCALAR_STYLE_RULES,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  NOT_RESOLVED,
  SCALAR_STYLE,
  type ScalarStyleRule,
} from 'js-yaml';
import {plainYaml} from './plain-profile.ts';
import type {ServiceProfile} from './service-profile.ts';

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
  return plainYaml(profile) ?? `---\n${dumpYaml(profile)}`;
}

function dumpYaml(value: unknown): string {
  return dump(value, {lineWidth: -1, noRefs: true, schema: SCHEMA, scalarStyleRules: STYLE_RULES});
}

/** The same document as JSON, indented by two spaces, with a final newline. */
export function renderJson(profile: ServiceProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** The text of a ServiceProfile in `format`. */
export function render(profile: ServiceProfile, format: OutputFormat): string {
  return format === 'json' ? renderJson(profile) : renderYaml(profile);
}
