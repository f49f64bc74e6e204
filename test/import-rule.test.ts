import {fileURLToPath} from 'node:url';
import {describe, expect, test} from '@jest/globals';
import {cruise, type IFlattenedRuleSet} from 'dependency-cruiser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURE = fileURLToPath(new URL('./fixtures/wrong-imports', import.meta.url));
const FOLDERS = ['src', 'plugins/redocly', 'plugins/tracer/src', 'rulesets'];

const CORE = '^src/core/';
const IO = '^src/io/';
const COMMANDS = '^src/(commands/|main\\.ts)';
const REDOCLY = '^plugins/redocly/';
const TRACER = '^plugins/tracer/';
const RULESETS = '^rulesets/';

const packages = (...names: string[]) => `node_modules/(${names.join('|')})/`;

/** What each part may import: its own files, those that the arrows of docs allow, and the packages that are its own. */
const ALLOWED: Readonly<Record<string, readonly [from: string, ...to: string[]]>> = {
  'core is pure': [CORE, CORE, packages('js-yaml', 'fastest-levenshtein')],
  'io imports core only': [
    IO,
    IO,
    CORE,
    '^node:',
    packages('js-yaml', 'yaml', 'diff', '@redocly/openapi-core'),
  ],
  'commands import io and core': [
    COMMANDS,
    COMMANDS,
    IO,
    CORE,
    '^node:',
    packages('@oclif/.*', 'fastest-levenshtein'),
  ],
  'rulesets import core': [RULESETS, RULESETS, CORE, '^node:', packages('@stoplight/.*')],
  'the Redocly plugin imports io and core': [
    REDOCLY,
    REDOCLY,
    IO,
    CORE,
    '^node:',
    packages('@redocly/openapi-core'),
  ],
  'the tracer imports itself': [
    TRACER,
    TRACER,
    '^node:',
    '^(?!src/|rulesets/|plugins/redocly/).*node_modules/',
  ],
};

const RULES: IFlattenedRuleSet = {
  forbidden: [
    ...Object.entries(ALLOWED).map(([name, [from, ...to]]) => ({
      name,
      severity: 'error' as const,
      from: {path: from},
      to: {pathNot: to.join('|'), dependencyTypesNot: ['core' as const]},
    })),
    {
      name: 'core knows nothing of Node',
      severity: 'error',
      from: {path: CORE},
      to: {dependencyTypes: ['core']},
    },
    {name: 'every import leads somewhere', severity: 'error', from: {}, to: {couldNotResolve: true}},
    {name: 'no cycles', severity: 'error', from: {}, to: {circular: true}},
  ],
};

/** `rule: from -> to` for each import that a rule forbids. */
async function violations(baseDir: string): Promise<string[]> {
  const {output} = await cruise(
    FOLDERS,
    {
      baseDir,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: {path: 'node_modules'},
      validate: true,
      ruleSet: RULES,
    },
    {exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'require', 'default']},
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({rule, from, to}) => `${rule.name}: ${from} -> ${to}`).sort();
}

describe('the one-way rule among folders', () => {
  test('holds', async () => {
    expect(await violations(ROOT)).toEqual([]);
  });

  test('is broken by each wrong import of the fixture', async () => {
    expect(await violations(FIXTURE)).toEqual([
      'commands import io and core: src/commands/mesh.ts -> rulesets/ruleset.ts',
      'core is pure: src/core/render.ts -> ../../../node_modules/@oclif/core/lib/index.js',
      'core is pure: src/core/settings.ts -> src/io/report.ts',
      'core knows nothing of Node: src/core/settings.ts -> fs',
      'io imports core only: src/io/report.ts -> src/commands/mesh.ts',
      'no cycles: plugins/redocly/decorator.ts -> src/commands/mesh.ts',
      'no cycles: rulesets/ruleset.ts -> src/io/report.ts',
      'no cycles: src/core/operations.ts -> src/core/render.ts',
      'rulesets import core: rulesets/ruleset.ts -> plugins/redocly/decorator.ts',
      'rulesets import core: rulesets/ruleset.ts -> src/io/report.ts',
      'the Redocly plugin imports io and core: plugins/redocly/decorator.ts -> src/commands/mesh.ts',
      'the tracer imports itself: plugins/tracer/src/install.ts -> src/core/settings.ts',
    ]);
  });
});
