import fc from 'fast-check';

/** Texts that YAML readers are known to take for something else, or to trip over. */
const HOSTILE = [
  ...'on off y n yes no true null Null ~ - -- --- ... 1e3 1E3 .5 -.5 +1 0x1f 0X1F 0o17 017 0b1 0b-1 1_000'.split(
    ' ',
  ),
  ...'12:30:45 1:20 .inf -.INF .nan 2001-01-01 2001-1-1 2001-12-14t21:59:43.10-05:00 = << 1. 0. a: :a'.split(
    ' ',
  ),
  ...'&a *a !a %YAML @a `a [a] {a} a] a} \'a "a \' " \\ \\n | > |- >+'.split(' '),
  ...'§ §# a§a # b§a: b§- a§? a§! a§!!int 1§, a§a\n§\na§a\n\nb§ a§a §\t§a\tb§\ta§a\t§a\r§a\r\nb'.split('§'),
  ...'\u0085§a\u0085b§\u2028§a\u2028b§\u2029§\ufeff§\u0000§\u0007§\u001b[0m§\u007f'.split('§'),
  ...'\ud83d\ude00§\ufffe§\uffff§\u{10ffff}§\u00a0'.split('§'),
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
