import fc from 'fast-check';
import {RUNS, SEED} from './fuzz.ts';

fc.configureGlobal({seed: SEED, numRuns: RUNS});
