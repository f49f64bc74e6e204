import fc from 'fast-check';

/** Texts that YAML readers are known to take for something else, or to trip over. */
const HOSTILE = [
  ...['on', 'off', 'y', 'n', 'yes', 'no', 'true', 'null', 'Null', '~', '', ' ', '-', '--', '---', '...'],
  ...[
    '1e3',
    '1E3',
    '.5',
    '-.5',
    '+1',
    '0x1f',
    '0X1F',
    '0o17',
    '017',
    '0b1',
    '0b-1',
    '1_000',
    '12:30:45',
    '1:20',
  ],
  ...[
    '.inf',
    '-.INF',
    '.nan',
    '2001-01-01',
    '2001-1-1',
    '2001-12-14t21:59:43.10-05:00',
    '=',
    '<<',
    '1.',
    '0.',
  ],
  ...[
    '# a',
    'a # b',
    'a: b',
    'a:',
    ':a',
    '- a',
    '? a',
    '! a',
    '&a',
    '*a',
    '!a',
    '!!int 1',
    '%YAML',
    '@a',
    '`a',
  ],
  ...[
    '[a]',
    '{a}',
    'a]',
    'a}',
    ', a',
    "'a",
    '"a',
    "'",
    '"',
    '\\',
    '\\n',
    '|',
    '>',
    '|-',
    '>+',
    'a\n',
    '\na',
    'a\n\nb',
  ],
  ...[
    '\u0085',
    'a\u0085b',
    '\u2028',
    'a\u2028b',
    '\u2029',
    '\ufeff',
    '\u0000',
    '\u0007',
    '\u001b[0m',
    '\u007f',
  ],
  ...[
    '\t',
    'a\tb',
    '\ta',
    'a\t',
    ' a',
    'a ',
    'a\r',
    'a\r\nb',
    '\ud83d\ude00',
    '\ufffe',
    '\uffff',
    '\u{10ffff}',
    '\u00a0',
  ],
];

/** Any text: what parsers trip over, whatever Unicode has, and mixtures of them. */
export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({unit: 'binary', maxLength: 12}),
  fc.string({unit: 'grapheme-ascii', maxLength: 12}),
  fc.array(fc.constantFrom(...HOSTILE), {maxLength: 3}).map((parts) => parts.join(' ')),
  fc.array(fc.constantFrom(...HOSTILE), {maxLength: 3}).map((parts) => parts.join('\n')),
);

const literal = hostileText.map((text) => text.replaceAll(/[{}]/g, ''));
const parameter = hostileText.map((text) => `{${text.replaceAll(/[{}]/g, '') || 'id'}}`);

/** A path template: literal text and parameters anywhere, beginning with a slash. */
export const pathTemplate = fc
  .array(fc.oneof(literal, parameter, fc.constant('/')), {maxLength: 6})
  .map((parts) => `/${parts.join('')}`);

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

const settings = fc.record(
  {
    timeouts: fc.record({request_timeout: fc.constantFrom(0, 1, 10, 4294967295, null)}, {requiredKeys: []}),
    disabled: fc.constantFrom(true, false, null),
  },
  {requiredKeys: []},
);

/** Where `x-apigen` has no effect. */
const responses = fc
  .constantFrom({}, {200: {'x-apigen': {}}}, {default: {headers: {a: {'x-apigen': {}}}}})
  .map((shared) => structuredClone(shared));

const operation = fc.record({'x-apigen': settings, summary: fc.string(), responses}, {requiredKeys: []});

const pathItem = fc
  .tuple(fc.dictionary(fc.constantFrom(...METHODS), operation), fc.option(settings, {nil: undefined}))
  .map(([operations, own]) => (own === undefined ? operations : {...operations, 'x-apigen': own}));

/** An OpenAPI description whose service is named and whose settings are all right. */
export const description = fc.record({
  openapi: fc.constant('3.1.0'),
  'x-apigen': fc.record({
    service: fc.constant({name: 'petstore'}),
    path: fc.constantFrom({base: '/'}, {base: 'api/v1'}, {base: '/a.b/{c}/'}, null),
    timeouts: fc.constantFrom({request_timeout: 7}, null),
  }),
  paths: fc.dictionary(pathTemplate, pathItem, {maxKeys: 6, noNullPrototype: true}),
});

/** The same value with the keys of every map in another order. */
export function withShuffledKeys(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return fc.constant(value);
  const entries = Object.entries(value);
  return fc
    .tuple(
      fc.shuffledSubarray(entries, {minLength: entries.length}),
      fc.tuple(...entries.map(([, inner]) => withShuffledKeys(inner))),
    )
    .map(([order, inner]) => {
      const shuffled = new Map(entries.map(([key], index) => [key, inner[index]]));
      return Object.fromEntries(order.map(([key]) => [key, shuffled.get(key)]));
    });
}
