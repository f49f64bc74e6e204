import {readdirSync, readFileSync} from 'node:fs';

/** One project per tier: `npm test` runs `unit`; the others need more than Node and npm, and have a script each. */
const tier = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  ...more,
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {jsc: {parser: {syntax: 'typescript'}, target: 'es2023'}, module: {type: 'es6'}},
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.stryker-tmp', '<rootDir>/plugins/tracer/dist'],
});

const outsideUnit = ['tools', 'corpus', 'cluster', 'gateways', 'tracer', 'release', 'fuzz'];

/** What a tier needs around all its files together. */
const temporaryFolder = {
  globalSetup: '<rootDir>/test/temporary-folder.ts',
  globalTeardown: '<rootDir>/test/remove-temporary-folder.ts',
};
const around = {
  unit: {...temporaryFolder, setupFilesAfterEnv: ['<rootDir>/test/property-seed.ts']},
  tools: temporaryFolder,
  corpus: temporaryFolder,
  fuzz: {...temporaryFolder, setupFilesAfterEnv: ['<rootDir>/test/fuzz/property-seed.ts']},
  cluster: {
    globalSetup: '<rootDir>/test/cluster/global-setup.ts',
    globalTeardown: '<rootDir>/test/cluster/global-teardown.ts',
  },
  gateways: {
    globalSetup: '<rootDir>/test/gateways/global-setup.ts',
    globalTeardown: '<rootDir>/test/gateways/global-teardown.ts',
  },
  tracer: temporaryFolder,
  release: temporaryFolder,
};

/** How many workers a tier has; by default jest leaves one processor idle. Tests in a cluster wait most of the time. */
const WORKERS = {unit: '100%', tools: 2, corpus: 2, cluster: 3, gateways: 2, tracer: 1};
/** An installation waits for pods; unpacking packages of 50 MB takes long on a busy machine. */
const TIMEOUTS = {cluster: 180_000, gateways: 600_000, tracer: 600_000, release: 300_000, fuzz: 86_400_000};
/** The property tests of the tier `unit`, which the tier `fuzz` runs with other inputs. */
const properties = readdirSync(new URL('test', import.meta.url), {recursive: true})
  .filter((file) => file.endsWith('.test.ts') && !outsideUnit.includes(file.split(/[\\/]/)[0]))
  .map((file) => `test/${file}`)
  .filter((file) => readFileSync(new URL(file, import.meta.url), 'utf8').includes("'fast-check'"));
const selected = process.argv.at(process.argv.indexOf('--selectProjects') + 1);

export default {
  ...(selected in WORKERS && {maxWorkers: WORKERS[selected]}),
  // A test that starts programs may wait long for its turn on a busy machine; none asserts a time.
  testTimeout: TIMEOUTS[selected] ?? 120_000,
  // Most of the other sources run in processes of their own. The core has no excuse: values in, values out.
  collectCoverageFrom: ['src/core/**/*.ts'],
  coverageThreshold: {'./src/core/': {lines: 95}},
  projects: [
    tier(
      'unit',
      [`<rootDir>/test/!(${outsideUnit.join('|')})/**/*.test.ts`, '<rootDir>/test/*.test.ts'],
      around.unit,
    ),
    ...outsideUnit.map((name) =>
      tier(
        name,
        [
          `<rootDir>/test/${name}/**/*.test.ts`,
          ...(name === 'fuzz' ? properties.map((file) => `<rootDir>/${file}`) : []),
        ],
        around[name],
      ),
    ),
  ],
};
