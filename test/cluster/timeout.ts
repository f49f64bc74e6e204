import {jest} from '@jest/globals';

// An installation waits for pods, and for a machine that does other things too.
jest.setTimeout(180_000);
