/**
 * Limits of what a run reads and compares. Each is far above what descriptions need, and there is none on the number of
 * paths and operations.
 *
 * Source: docs/specification.md, 2.7.
 */

/** The most references in a chain, each of which leads to the next. */
export const MAX_HOPS = 100;

/** How deep maps and lists can be nested in YAML, whose parser is recursive, and the most levels of a `$ref`'s pointer. */
export const MAX_DEPTH = 1000;

/** The most characters of a path: HTTP servers refuse longer ones. Source: RFC 9110, section 4.1, asks for 8,000 octets. */
export const MAX_PATH_LENGTH = 8192;

/** The most characters of a prefix, which is repeated in every route. */
export const MAX_PREFIX_LENGTH = 1024;

/** The most characters of the expressions of all routes: `path.base` is in each of them, and a `|` takes 10. */
export const MAX_EXPRESSION_CHARACTERS = 20_000_000;

/** Many routes may have more: so many characters for each. */
export const EXPRESSION_CHARACTERS_PER_ROUTE = 200;

/** The segments of a path that are not counted. */
export const SEGMENTS_PER_PATH = 20;

/** The most other segments of all paths: each takes 400 bytes to order the routes. */
export const MAX_SEGMENTS = 1_000_000;

/** The most labels, or annotations, at one place: all of an object have at most 1.5 MiB. */
export const MAX_LABELS = 10_000;

/** The most characters of a `$ref`: a path in it may be percent-encoded. */
export const MAX_REFERENCE_LENGTH = 4 * MAX_PATH_LENGTH;

/** The most characters of a method: IANA registers 17. */
export const MAX_METHOD_LENGTH = 64;

/** The most operations that `$ref`s and aliases add by repeating a path item or its `additionalOperations`. */
export const MAX_REPEATED_OPERATIONS = 100_000;

/** The most methods in `additionalOperations` of one path item: IANA registers 41 methods. */
export const MAX_ADDITIONAL_OPERATIONS = 100;

/** The most in all path items, without those that `$ref`s and aliases repeat. */
export const MAX_ALL_ADDITIONAL_OPERATIONS = 100_000;

/** The most problems that are printed. */
export const MAX_PROBLEMS = 100;

/** The most characters of a printed problem. */
export const MAX_PROBLEM_LENGTH = 2000;

/** The most bytes of a description and the documents that it refers to: a million operations with 500 bytes each. */
export const MAX_BYTES = 500 * 1024 * 1024;

/** The most bytes of the remote ones among them. */
export const MAX_REMOTE_BYTES = 50 * 1024 * 1024;

/** The most bytes of a file that `--check` compares with a smaller output; with a larger one it is twice the output. */
export const MAX_CHECKED_BYTES = 4 * 1024 * 1024;

/** How long the remote documents of a run may take, in seconds from the first request. */
export const MAX_REMOTE_SECONDS = 30;

/** The most redirects of one remote document. */
export const MAX_REDIRECTS = 10;

/** The most requests at the same time. */
export const MAX_REQUESTS = 10;

/** The most keys that YAML's `<<` adds: with them a small file could become endless. */
export const MAX_MERGE_KEYS = 1_000_000;

/** The most maps in the list of one `<<`: js-yaml refuses more. */
export const MAX_MERGED_MAPS = 100;

/** The most lines and entries of YAML that cannot be read in parts: js-yaml takes up to 350 bytes for each. */
export const MAX_YAML_ENTRIES = 2_000_000;

/** The most bytes of a line of YAML, which is copied several times. */
export const MAX_YAML_LINE = 10 * 1024 * 1024;

/** The most anchors of YAML. */
export const MAX_ANCHORS = 100_000;

/**
 * The most entries of a list in JSON that is kept, and of JSON that cannot be read in parts, unless it has 8 bytes for each: an
 * entry takes 90 bytes or more.
 */
export const MAX_JSON_ENTRIES = 4_000_000;

/** How many times the size of a large JSON document may be read to find what `$ref`s into it lead to: 3 for `components.pathItems`. */
export const MAX_REFERENCE_SCANS = 10;

/** How deep maps and lists can be nested in JSON: the parser takes 90 bytes for each. */
export const MAX_JSON_DEPTH = 1_000_000;

/** The most bytes of a redocly.yaml and the files that it extends: 40,000 APIs with options of their own. */
export const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/** The most values of a redocly.yaml, each counted as often as aliases repeat it. */
export const MAX_CONFIG_VALUES = 1_000_000;

/** The most names in one `extends` of a redocly.yaml: Redocly takes 60 µs and 6 kB for each. */
export const MAX_EXTENDS = 100;

/** The most characters that aliases add to a ResourceList, in which they are written out: about 100,000 operations. */
export const MAX_REPEATED_CHARACTERS = 20 * 1024 * 1024;

/** The most values of a description with overlays, each counted as often as aliases repeat it. */
export const MAX_OVERLAID_VALUES = 10_000_000;

/** How many values overlays may add to a description by `update` and `copy`, each counted at every target. */
export const MAX_ADDED_VALUES = 1_000_000;

/** How many they may add for each value of the description, if that is more. */
export const MAX_ADDED_FOR_VALUE = 2;

/** The most characters of a JSONPath expression: one may name a path and its keys. */
export const MAX_EXPRESSION_LENGTH = 2 * MAX_PATH_LENGTH;

/** How many nodes the JSONPath expressions of a description's overlays may visit: it takes about a second. */
export const MAX_VISITED_NODES = 4_000_000;

/** How many they may visit for each value of the description, if that is more. */
export const MAX_VISITS_OF_VALUE = 20;

/** The most lines by which two files may differ for `--check` to compute the smallest difference. */
export const MAX_EDITS = 2000;

/** The most lines of a difference that are printed. */
export const MAX_DIFF_LINES = 1000;

/** The most characters of such a line. */
export const MAX_DIFF_LINE_LENGTH = 2000;

/** The largest document, in bytes, that is read again when js-yaml refuses it: `yaml` may take 2 s for it. */
export const MAX_REREAD_BYTES = 1024 * 1024;

/** How many syntax errors of a document are reported: nearly all follow from the first ones. */
export const MAX_SYNTAX_ERRORS = 1000;

/** How many comparisons of segments the order of routes may take: 100,000 paths such as `/{x}.1` take 600,000. */
export const MAX_ROUTE_COMPARISONS = 10_000_000;

/** How many comparisons of segments it may take, for HTTPRoutes, to find the routes that match the same requests. */
export const MAX_OVERLAP_COMPARISONS = 3_000_000;

/** Many or long paths may take more: 100,000 paths such as `/{x}.1` take 8 for each. */
export const OVERLAP_COMPARISONS_PER_ROUTE = 100;
export const OVERLAP_COMPARISONS_PER_CHARACTER = 2;

/** The most different requests without a route that are counted one by one, those that a log has first. */
export const MAX_UNDESCRIBED = 10_000;

/** The most characters of such a request that are kept. */
export const MAX_UNDESCRIBED_LENGTH = 500;

/** How many bytes a log that is compressed by gzip may unpack to. */
export const MAX_UNPACKED_LOG_BYTES = 100 * 1024 * 1024;

/** How many for each byte of it, if that is more: JSON lines that differ in their times only have 111, gzip's most is 1032. */
export const MAX_UNPACKED_FOR_BYTE = 250;

/** The most bytes of a line of a log: HTTP servers refuse a request whose target is much longer. */
export const MAX_LOG_LINE = 65_536;
