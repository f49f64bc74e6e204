/** Limits of what a run reads and compares. */

/** How many comparisons of segments the order of routes may take: 100,000 paths such as `/{x}.1` take 600,000. */
export const MAX_ROUTE_COMPARISONS = 5_000_000;
