import {jest} from '@jest/globals';

// Unpacking packages of 50 MB takes long on a busy machine.
jest.setTimeout(300_000);
