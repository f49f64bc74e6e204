import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from '@jest/globals';
import {cruise, type IFlattenedRuleSet} from 'dependency-cruiser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURE = fileURLToPath(new URL('./fixtures/wrong-imports', import.meta.url));
const FOLDERS = ['src', 'plugins/redocly', 'plugins/tracer/src', 'rulesets'];

const CORE = '^src/core/';
const IO = '^src/io/';
const COMMANDS = '^src/(commands/|main\\.ts)';
const PAGE = '^src/page/';
const REDOCLY = '^plugins/redocly/';
const TRACER = '^plugins/tracer/';
const RULESETS = '^rulesets/';

const SETTINGS = `${CORE}settings/`;
const OPENAPI = `${CORE}openapi/`;
const TARGETS = `${CORE}targets/`;
const OVERLAYS = `${CORE}overlay/`;
const RULE_FILES = `${CORE}rules/`;
const RULE_TYPE = `${CORE}rule\\.ts$`;
/** What combines the others. */
const TOP = `${CORE}((check|generate|identify|lint|route-places)\\.ts$|merge/)`;
/** The other top-level files, such as problem.ts. */
const BASE = `${CORE}(?!(check|generate|identify|lint|route-places|rule)\\.ts)[^/]+$`;

const packages = (...names: string[]) => `node_modules/(${names.join('|')})/`;

/** What each part may import: its own files, those of the parts below it, and some packages. */
const ALLOWED: Readonly<Record<string, readonly [from: string, ...to: string[]]>> = {
  'core is pure': [CORE, CORE, packages('js-yaml', 'json-p3', 'fastest-levenshtein')],
  'io imports core only': [
    IO,
    IO,
    CORE,
    '^node:',
    packages(
      'js-yaml',
      'yaml',
      'diff',
      'tinyglobby',
      'cli-progress',
      '@inquirer/.*',
      'fast-string-truncated-width',
      '@redocly/openapi-core',
    ),
  ],
  'commands import io and core': [
    COMMANDS,
    COMMANDS,
    IO,
    CORE,
    '^node:',
    packages('@oclif/.*', 'fastest-levenshtein'),
  ],
  'the page imports core': [PAGE, PAGE, CORE, packages('preact')],
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

/** What each part of core may import of core. */
const ALLOWED_IN_CORE: Readonly<Record<string, readonly [from: string, ...to: string[]]>> = {
  'top-level files of core import each other': [BASE, BASE],
  'settings import top-level files': [SETTINGS, SETTINGS, BASE],
  'openapi imports settings': [OPENAPI, OPENAPI, SETTINGS, BASE],
  'overlays import the documents of openapi': [OVERLAYS, OVERLAYS, `${OPENAPI}documents\\.ts$`, BASE],
  'a rule is about openapi and settings': [RULE_TYPE, OPENAPI, SETTINGS, BASE],
  'rules import openapi and settings': [RULE_FILES, RULE_FILES, RULE_TYPE, OPENAPI, SETTINGS, BASE],
  'targets import openapi and settings': [TARGETS, TARGETS, RULE_TYPE, OPENAPI, SETTINGS, BASE],
  'only run and routes are above check and generate': [TOP, `${CORE}(?!run/|routes/)`],
};

const RULES: IFlattenedRuleSet = {
  forbidden: [
    ...Object.entries(ALLOWED).map(([name, [from, ...to]]) => ({
      name,
      severity: 'error' as const,
      from: {path: from},
      to: {pathNot: to.join('|'), dependencyTypesNot: ['core' as const]},
    })),
    ...Object.entries(ALLOWED_IN_CORE).map(([name, [from, ...to]]) => ({
      name,
      severity: 'error' as const,
      from: {path: from},
      to: {path: CORE, pathNot: to.join('|')},
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
      // Its parser does not read JSX; the last test checks these.
      exclude: {path: '\\.tsx$'},
      validate: true,
      ruleSet: RULES,
    },
    {exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'require', 'default']},
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({rule, from, to}) => `${rule.name}: ${from} -> ${to}`).sort();
}

describe('imports among folders', () => {
  test('go one way', async () => {
    expect(await violations(ROOT)).toEqual([]);
  });

  test('of the page lead to core and Preact', () => {
    const args = ['src/page/main.tsx', '--bundle', '--jsx=automatic', '--jsx-import-source=preact'];
    const folder = mkdtempSync(path.join(tmpdir(), 'apigen-page-'));
    const metafile = path.join(folder, 'meta.json');
    const options = [`--outdir=${folder}`, `--metafile=${metafile}`, '--log-level=error'];
    const esbuild = fileURLToPath(new URL('../node_modules/.bin/esbuild', import.meta.url));
    execFileSync(esbuild, [...args, ...options], {cwd: ROOT});
    const {inputs} = JSON.parse(readFileSync(metafile, 'utf8'));
    rmSync(folder, {recursive: true});
    const allowed = /^(src\/(page|core)|node_modules\/(preact|js-yaml|fastest-levenshtein))\//;
    expect(Object.keys(inputs).filter((file) => !allowed.test(file))).toEqual([]);
  });

  test('are all reported that go another way', async () => {
    expect(await violations(FIXTURE)).toEqual([
      'commands import io and core: src/commands/mesh.ts -> rulesets/ruleset.ts',
      'core is pure: src/core/generate.ts -> ../../../node_modules/@oclif/core/lib/index.js',
      'core is pure: src/core/settings/table.ts -> src/io/report.ts',
      'core knows nothing of Node: src/core/settings/table.ts -> fs',
      'io imports core only: src/io/report.ts -> src/commands/mesh.ts',
      'no cycles: plugins/redocly/decorator.ts -> src/commands/mesh.ts',
      'no cycles: rulesets/ruleset.ts -> src/io/report.ts',
      'no cycles: src/core/generate.ts -> src/core/lint.ts',
      'only run and routes are above check and generate: src/core/check.ts -> src/core/run/project.ts',
      'openapi imports settings: src/core/openapi/description.ts -> src/core/rules/index.ts',
      'rules import openapi and settings: src/core/rules/index.ts -> src/core/targets/profile.ts',
      'rules import openapi and settings: src/core/rules/value.ts -> src/core/check.ts',
      'rulesets import core: rulesets/ruleset.ts -> plugins/redocly/decorator.ts',
      'rulesets import core: rulesets/ruleset.ts -> src/io/report.ts',
      'settings import top-level files: src/core/settings/table.ts -> src/core/openapi/operation.ts',
      'targets import openapi and settings: src/core/targets/mapping.ts -> src/core/rules/value.ts',
      'the Redocly plugin imports io and core: plugins/redocly/decorator.ts -> src/commands/mesh.ts',
      'the tracer imports itself: plugins/tracer/src/install.ts -> src/core/problem.ts',
      'top-level files of core import each other: src/core/problem.ts -> src/core/settings/table.ts',
    ]);
  });
});
