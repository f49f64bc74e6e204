/** Limits of what a run reads and compares. */

/** The largest document, in bytes, that is read again when js-yaml refuses it: `yaml` may take 2 s for it. */
export const MAX_REREAD_BYTES = 2 * 1024 * 1024;

/** How many syntax errors of a document are reported: nearly all follow from the first ones. */
export const MAX_SYNTAX_ERRORS = 1000;

/** How many comparisons of segments the order of routes may take: 100,000 paths such as `/{x}.1` take 600,000. */
export const MAX_ROUTE_COMPARISONS = 5_000_000;
