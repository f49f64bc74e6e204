import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from '@jest/globals';
import {cruise, type IFlattenedRuleSet} from 'dependency-cruiser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'plugins/redocly', 'plugins/tracer/src', 'rulesets'];

const CORE = '^src/core/';
const IO = '^src/io/';
const COMMANDS = '^src/(commands/|main\\.ts)';
const PAGE = '^src/commands/report/page/';
const PAGE_DATA = '^src/commands/report/page-data\\.ts$';
const REDOCLY = '^plugins/redocly/';
const TRACER = '^plugins/tracer/';
const RULESETS = '^rulesets/';

const SETTINGS = `${CORE}settings/`;
const OPENAPI = `${CORE}openapi/`;
const ROUTES = `${CORE}routes/`;
const TARGETS = `${CORE}targets/`;
const OVERLAYS = `${CORE}overlay/`;
const RULE_FILES = `${CORE}rules/`;
const RULE_TYPE = `${CORE}rule\\.ts$`;
/** What combines the others. */
const TOP = `${CORE}((check|generate|lint|route-changes|route-table)\\.ts$|merge/)`;
/** The other top-level files, such as problem.ts. */
const BASE = `${CORE}(?!(check|generate|lint|route-changes|route-table|rule)\\.ts)[^/]+$`;

const packages = (names: string) => `node_modules/(${names.replaceAll(' ', '|')})/`;

/** What each part may import: its own files, those of the parts below it, and some packages. */
const ALLOWED: Readonly<Record<string, readonly [from: string, ...to: string[]]>> = {
  'core is pure': [CORE, CORE, packages('js-yaml json-p3 fastest-levenshtein')],
  'io imports core only': [
    IO,
    IO,
    CORE,
    '^node:',
    packages('js-yaml yaml diff tinyglobby cli-progress fast-string-truncated-width @redocly/openapi-core'),
  ],
  'commands import io and core': [
    COMMANDS,
    COMMANDS,
    IO,
    CORE,
    '^node:',
    packages('@oclif/.* @inquirer/.* fastest-levenshtein js-yaml preact tinyglobby yaml'),
  ],
  'the page imports core': [PAGE, PAGE, PAGE_DATA, CORE, packages('preact')],
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
  'routes import top-level files': [ROUTES, ROUTES, BASE],
  'openapi imports routes and settings': [OPENAPI, OPENAPI, ROUTES, SETTINGS, BASE],
  'overlays import the documents of openapi': [OVERLAYS, OVERLAYS, `${OPENAPI}documents\\.ts$`, BASE],
  'a rule is about openapi and settings': [RULE_TYPE, OPENAPI, SETTINGS, BASE],
  'rules import openapi, routes and settings': [
    RULE_FILES,
    RULE_FILES,
    RULE_TYPE,
    OPENAPI,
    ROUTES,
    SETTINGS,
    BASE,
  ],
  'targets import openapi, routes and settings': [
    TARGETS,
    TARGETS,
    RULE_TYPE,
    OPENAPI,
    ROUTES,
    SETTINGS,
    BASE,
  ],
  'only options are above check and generate': [TOP, `${CORE}(?!options/)`],
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
    {
      name: 'no command imports another',
      severity: 'error',
      from: {path: '^src/commands/([^/]+)/'},
      to: {path: '^src/commands/[^/]+/', pathNot: '^src/commands/($1|arguments)/'},
    },
    {name: 'every import leads somewhere', severity: 'error', from: {}, to: {couldNotResolve: true}},
    {name: 'no cycles', severity: 'error', from: {}, to: {circular: true}},
  ],
};

/** `rule: from -> to` for each import that a rule forbids. */
async function violations(): Promise<string[]> {
  const {output} = await cruise(
    FOLDERS,
    {
      baseDir: ROOT,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: {path: 'node_modules'},
      // Its parser does not read JSX; another test checks these.
      exclude: {path: '\\.tsx$'},
      validate: true,
      ruleSet: RULES,
    },
    {exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'require', 'default']},
  );
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({rule, from, to}) => `${rule.name}: ${from} -> ${to}`).sort();
}

/** The files in some folders of the repository, by their paths in it. */
function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'}).map((file) =>
      path.posix.join(folder, file),
    ),
  );
}

/** The exported names that several files declare. A class that is a file's default export has the name of its file. */
function repeatedNames(): string[] {
  const names = sourceFiles(['src', 'plugins/redocly', 'rulesets'])
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const declared = /^export (?:abstract |async )*(?:const|function\*?|class|interface|type) (\w+)/gm;
      // A constant and its type may have one name.
      return [...new Set([...text.matchAll(declared)].map(([, name = '']) => name))];
    });
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].sort();
}

test('no exported name is declared twice', () => {
  expect(repeatedNames()).toEqual([]);
});

describe('imports among folders', () => {
  test('go one way', async () => {
    expect(await violations()).toEqual([]);
  });

  test('of the page lead to core and Preact', () => {
    const args = [
      'src/commands/report/page/main.tsx',
      '--bundle',
      '--jsx=automatic',
      '--jsx-import-source=preact',
    ];
    const folder = mkdtempSync(path.join(tmpdir(), 'apigen-page-'));
    const metafile = path.join(folder, 'meta.json');
    const options = [`--outdir=${folder}`, `--metafile=${metafile}`, '--log-level=error'];
    const esbuild = fileURLToPath(new URL('../node_modules/.bin/esbuild', import.meta.url));
    execFileSync(esbuild, [...args, ...options], {cwd: ROOT});
    const {inputs} = JSON.parse(readFileSync(metafile, 'utf8'));
    rmSync(folder, {recursive: true});
    const allowed =
      /^(src\/(commands\/report\/page|core)|node_modules\/(preact|js-yaml|fastest-levenshtein))\//;
    expect(Object.keys(inputs).filter((file) => !allowed.test(file))).toEqual([]);
  });
});
