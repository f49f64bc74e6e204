import fc from 'fast-check';

/** For a property of which fewer inputs miss faults: this many times as many as of the others in its tier. */
export const timesAsMany = (times: number) => ({numRuns: times * (fc.readConfigureGlobal().numRuns ?? 100)});
