/**
 * The format of a definition, as server 0.16.0 reads it (`api/tests.yaml`, `server/assertions/selectors/parser.go`,
 * `server/expression/parser_rules.go`). The server checks none of it: it drops what it does not know, and a test with a selector that it
 * cannot parse passes.
 */
// Each piece can be read in one way only: otherwise a mistake at the end takes time that doubles with each piece before it.
// A name of a variable ends before a blank.
const NO_NAME = String.raw`\{\s*(?:env|var):[\w.]*\s+[^\s|}+*/-]`;
const LITERAL = String.raw`"(?:\\.|[^"\\$]|\$(?!${NO_NAME}))*"|\d+(?:\.\d+)?(?![\d.])`;

// With an escape that Go does not know, or a line break, the server takes all spans.
const ESCAPE = String.raw`\\(?:[abfnrtv\\"]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-7]{3})`;
const FILTER = String.raw`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\s*=|\s+contains)\s*(?!"(?:\\.|[^"\\])*?(?:\n|(?!${ESCAPE})\\))(?:${LITERAL}|true|false)`;
const PSEUDO_CLASS = String.raw`:\s*(?:nth_child|first|last)(?:\s*\(\s*\d*\s*\))?`;
/** Items with commas or spaces between them. */
const some = (item: string) => String.raw`(?:${item}(?:(?:\s*,)?\s*${item})*)?`;
const SPAN = String.raw`span\s*\[\s*${some(FILTER)}\s*\](?:\s*${PSEUDO_CLASS})?`;
const SELECTOR = new RegExp(String.raw`^\s*${some(SPAN)}\s*$`);

const LEAF = String.raw`${LITERAL}(?: ?(?:ns|us|ms|s|m|h))?|'(?:\\.|[^'\\])*'|attr:\w[\w.-]*|(?:env|var):\w[\w.]*`;
/** A term with calls of functions and with arrays of terms. */
const nest = (term: string) =>
  String.raw`(?:${LEAF}|(?:[A-Za-z]\w*\s*\(|\[)\s*(?:${term}(?:\s*,\s*${term})*)?\s*[)\]])`;
const TERM = nest(nest(`(?:${LEAF})`));
const EXPRESSION = String.raw`\s*${TERM}(?:\s*[-+*/]\s*${TERM})*(?:\s*\|\s*[A-Za-z]\w*(?:\s*${TERM})*)*\s*`;
const ASSERTION = new RegExp(`^${EXPRESSION}(?:!=|[<>]=?|=|(?:not-)?contains)${EXPRESSION}$`);
// The server puts a text in quotes, and with `${…}` it is a format with `%`. A wrong URL or header is sent as it is, a wrong body not at all.
const PLAIN = String.raw`(?:[^$]|\$(?!\{))*`;
const FORMAT = String.raw`(?:[^$%]|%%|\$(?!\{)|\$\{${EXPRESSION}\})*`;
const within = (quote: string) => String.raw`(?=(?:\\${quote}|[^${quote}])*$)`;
const TEMPLATE = new RegExp(`^(?:${PLAIN}|${within('"')}${FORMAT})$`);
const BODY = new RegExp(`^${within("'")}(?:${PLAIN}|${FORMAT})$`);

const ANY_TEXT = [/^/, 'text'] as const;
const BOOLEAN = ['boolean', 'true or false'] as const;
const UNCHECKED = ['any', ''] as const;
const EXPANDED_TEXT = 'expressions such as ${var:name} in each ${…}, and with it %% for % and no "';
const EXPANDED = [TEMPLATE, EXPANDED_TEXT] as const;
const BODY_TEXT = "expressions in each ${…}, with it %% for %, and no ' (\\u0027 in JSON)";
const QUERY = [SELECTOR, 'a selector such as span[name="Tracetest trigger"]'] as const;
const TRIGGERS = 'http, grpc, traceid, kafka, cypress or playwright';

/** The format of each field, by its path. */
export const FIELDS: Readonly<
  Record<string, readonly [allowed: RegExp | 'boolean' | 'any', expected: string]>
> = {
  type: [/^Test$/, ''],
  'spec.id': [/^(?!\.)[\w.-]+$/, 'letters, digits, "_", "-" and "."'],
  ...{'spec.name': ANY_TEXT, 'spec.description': ANY_TEXT, 'spec.skipTraceCollection': BOOLEAN},
  'spec.trigger.type': [new RegExp(`^(${TRIGGERS.replaceAll(/, | or /g, '|')})$`), TRIGGERS],
  'spec.trigger.httpRequest.method': [/^[A-Z]+$/, 'a method such as GET'],
  'spec.trigger.httpRequest.url': EXPANDED,
  'spec.trigger.httpRequest.headers[].key': ANY_TEXT,
  'spec.trigger.httpRequest.headers[].value': EXPANDED,
  'spec.trigger.httpRequest.body': [BODY, BODY_TEXT],
  ...{'spec.trigger.httpRequest.auth.type': ANY_TEXT, 'spec.trigger.httpRequest.auth.apiKey': UNCHECKED},
  // It drops `token`, and sends an empty header.
  'spec.trigger.httpRequest.auth.bearer.bearer': ANY_TEXT,
  'spec.trigger.httpRequest.auth.basic': UNCHECKED,
  'spec.trigger.httpRequest.sslVerification': BOOLEAN,
  ...{'spec.trigger.grpc': UNCHECKED, 'spec.trigger.traceid': UNCHECKED, 'spec.trigger.kafka': UNCHECKED},
  ...{'spec.specs[].name': ANY_TEXT, 'spec.specs[].selector': QUERY},
  'spec.specs[].assertions[]': [ASSERTION, 'an assertion such as attr:tracetest.response.status = 200'],
  ...{'spec.outputs[].name': ANY_TEXT, 'spec.outputs[].selector': QUERY, 'spec.outputs[].value': ANY_TEXT},
  // What the server adds.
  ...{'spec.version': UNCHECKED, 'spec.createdAt': UNCHECKED, 'spec.summary': UNCHECKED},
};

/** The fields that a test needs; those of a request, when its trigger is one. */
export const REQUIRED = ['spec.id', 'spec.name', 'spec.trigger.type'];
export const REQUIRED_FOR_HTTP = ['spec.trigger.httpRequest.method', 'spec.trigger.httpRequest.url'];
