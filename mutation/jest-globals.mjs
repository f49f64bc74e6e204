import {expect} from 'expect';
import fc from 'fast-check';
import {bind} from 'jest-each';

// What the tests import of `@jest/globals`, made of mocha's functions. mocha runs the tests of one mutant after the other in
// one process, where jest would load all modules again for each.
const {describe: group, it: test} = globalThis;

// Stryker ends a test that takes too long.
const withoutTimeout = (...args) => test(...args).timeout(0);

const describe = Object.assign((...args) => group(...args), {each: bind(group)});
const it = Object.assign((...args) => withoutTimeout(...args), {each: bind(withoutTimeout), skip: test.skip});

// A property test is repeated for each mutant, with the same inputs, and ends early if it would take long. One that ends before
// its first input is a failure, so the time is enough for a few on a busy machine.
fc.configureGlobal({numRuns: 20, seed: 1, interruptAfterTimeLimit: 1000});

export {describe, expect, it, it as test};
