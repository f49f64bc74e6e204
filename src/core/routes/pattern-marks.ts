/**
 * The text between the marks of a parameter with a schema, apart from literals: one character for each sign of a regular expression, so
 * that none is taken for a character of a path. `OTHERS` begins a class of all characters but a slash and those that follow.
 */
export const [GROUP, OR, GROUP_END, CLASS, OTHERS, RANGE, CLASS_END, STAR, PLUS, MAYBE] = [
  '\u000f',
  '\u0010',
  '\u0011',
  '\u0012',
  '\u0013',
  '\u0014',
  '\u0015',
  '\u0016',
  '\u0017',
  '\u0018',
] as const;

/** How regular expressions write them, alike in RE2, Rust and PCRE. */
export const SIGNS: Readonly<Record<string, string>> = {
  [GROUP]: '(?:',
  [OR]: '|',
  [GROUP_END]: ')',
  [CLASS]: '[',
  [OTHERS]: '[^/',
  [RANGE]: '-',
  [CLASS_END]: ']',
  [STAR]: '*',
  [PLUS]: '+',
  [MAYBE]: '?',
};
