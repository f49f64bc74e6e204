// Adds up jest's results of all tiers and prints what was skipped, and `N passed, N failed, N skipped`. Exits with 1 unless all steps succeeded.
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
const results = readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
const sum = (key) => results.reduce((total, result) => total + result[key], 0);

const tests = results.flatMap(({testResults}) => testResults).flatMap((file) => file.assertionResults);
const skipped = tests.filter(({status}) => status === 'pending').map(({fullName}) => fullName);
if (skipped.length > 0) console.log(`${skipped.length} skipped: ${[...new Set(skipped)].join('; ')}`);

const passed = sum('numPassedTests');
const failedTests = sum('numFailedTests') + sum('numRuntimeErrorTestSuites');
// A step can fail without a failed test: a linter, or a timeout.
const failedSteps = Number(process.env.FAILED_STEPS);
const failed = Math.max(failedTests, failedSteps);
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
