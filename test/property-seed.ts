import fc from 'fast-check';

// The inputs of property tests are few, and the same in every run; the tier `fuzz` has more, and others every day.
fc.configureGlobal({seed: 1510696920, numRuns: 25});
