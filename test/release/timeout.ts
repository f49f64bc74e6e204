import {jest} from '@jest/globals';

// Packages of 50 MB are unpacked here; on a busy machine that takes a while.
jest.setTimeout(300_000);
