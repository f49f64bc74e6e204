/** The marks in expressions. No literal text contains one, so that none is taken for a character of a path. */
export const MARK = {
  /** A parameter. */
  parameter: '\0',
  /** One that is a whole segment, and not empty. */
  nonEmpty: '\u0001',
  /** One that spans segments. */
  spanning: '\u0002',
  /** The beginning and the end of what may be missing, which begins with literal text. */
  optional: '\u0003',
  optionalEnd: '\u0004',
  /** A parameter that spans segments, is all of them, and not empty. */
  nonEmptyRest: '\u0005',
  /** One that spans segments and may be empty at a Gateway too: the path converter of a framework. */
  converter: '\u0006',
  /** The beginning of what the schema of a parameter says, with and without slashes, and its end; `parameterPattern` gives what is between. */
  spanningPattern: '\u0007',
  pattern: '\u0008',
  patternEnd: '\u000e',
  /** The signs of its regular expression; `others` begins a class of all characters but a slash and those that follow. */
  group: '\u000f',
  or: '\u0010',
  groupEnd: '\u0011',
  class: '\u0012',
  others: '\u0013',
  range: '\u0014',
  classEnd: '\u0015',
  star: '\u0016',
  plus: '\u0017',
  maybe: '\u0018',
} as const;
