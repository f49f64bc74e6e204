/**
 * Limits of what a run reads and compares. Each is far above what descriptions need.
 *
 * Source: docs/specification.md, 2.7.
 */

/** The most references in a chain, each of which leads to the next. */
export const MAX_HOPS = 100;

/** How deep maps and lists can be nested, since parsers are recursive, and the most levels of a `$ref`'s pointer. */
export const MAX_DEPTH = 1000;

/** The most characters of a path: HTTP servers refuse longer ones. Source: RFC 9110, section 4.1, asks for 8,000 octets. */
export const MAX_PATH_LENGTH = 8192;

/** The most characters of a prefix, which is repeated in every route. */
export const MAX_PREFIX_LENGTH = 1024;

/** The most values that the `$ref`s, lists and texts of a schema or an example expand to: a few lines can stand for billions. */
export const MAX_EXPANDED = 4_000;

/** The most operations, counted where they are made: `$ref`s and aliases multiply those that are written. */
export const MAX_OPERATIONS = 100_000;

/** The most problems that are printed. */
export const MAX_PROBLEMS = 100;

/** The most characters of a printed problem. */
export const MAX_PROBLEM_LENGTH = 2000;

/** The most bytes of a description and the documents that it refers to: the largest published ones have 40 MB. */
export const MAX_BYTES = 100 * 1024 * 1024;

/** The most values that YAML aliases expand to: a line can stand for billions. */
export const MAX_ALIAS_VALUES = 10_000_000;

/** The most bytes of the remote ones among them. */
export const MAX_REMOTE_BYTES = 50 * 1024 * 1024;

/** How long the remote documents of a run may take, in seconds from the first request. */
export const MAX_REMOTE_SECONDS = 30;

/** The most redirects of one remote document. */
export const MAX_REDIRECTS = 10;

/** The most requests at the same time. */
export const MAX_REQUESTS = 10;

/** How many values a JSONPath expression of an overlay may visit: it takes about two seconds. */
export const MAX_VISITED_VALUES = 4_000_000;

/** The most lines by which two files may differ for `--check` to compute the smallest difference. */
export const MAX_EDITS = 2000;

/** The most lines of a difference that are printed. */
export const MAX_DIFF_LINES = 1000;

/** How many comparisons of segments the order of routes may take, and how many it may take to find those that match the same requests. */
export const MAX_COMPARISONS = 10_000_000;

/** The most different requests without a route that are counted one by one, those that a log has first. */
export const MAX_UNDESCRIBED = 10_000;

/** How many bytes a compressed log may unpack to for each of its own: JSON lines that differ in their times only have 111, gzip's most is 1032. */
export const MAX_UNPACKED_FOR_BYTE = 250;

/** The most bytes of a line of a log: HTTP servers refuse a request whose target is much longer. */
export const MAX_LOG_LINE = 65_536;
