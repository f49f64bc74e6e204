import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The texts of the sources, by their paths in the repository. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  ['src', 'plugins/redocly', 'plugins/tracer/src', 'rulesets'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name))
      .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const),
  ),
);

/** What a file imports, also if only its types: files by their paths, `node:fs`, and the names of packages. */
function importsOf(file: string): string[] {
  const imports = /^(?:import|export) (?:[^;]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...(SOURCES.get(file) ?? '').matchAll(imports)].map(([, named, lazy]) => {
    const target = named ?? lazy ?? '';
    if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target);
    return /^(node:.*|@[^/]+\/[^/]+|[^/]+)/.exec(target)?.[0] ?? '';
  });
}

const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(
  [...SOURCES.keys()].map((file) => [file, importsOf(file)]),
);

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
const POLICIES = `${CORE}policies/`;
const OVERLAYS = `${CORE}overlay/`;
const SERVICES = `${CORE}services/`;
const RULES = `${CORE}rules/`;
/** What a rule is: targets have rules of their own. */
const RULE_TYPE = `${RULES}rule\\.ts$`;
const KUBERNETES = `${CORE}kubernetes/`;
/** Where what is above meets. */
const GENERATE = `${CORE}generate/`;
const BASE = `${CORE}(base/|mesh(es|-versions)\\.ts$)`;

const packages = (names: string) => `^(${names.replaceAll(' ', '|')})$`;

/** What each part may import besides its own files: those of the parts below it, and some packages. */
const ALLOWED: Readonly<Record<string, readonly [from: string, ...to: string[]]>> = {
  'core is pure': [
    CORE,
    packages('js-yaml json-p3 fastest-levenshtein openapi-sampler @eslint-community/regexpp'),
  ],
  'io imports core only': [
    IO,
    CORE,
    packages(
      'node:.* js-yaml yaml diff tinyglobby fast-string-truncated-width strip-json-comments @redocly/openapi-core',
    ),
  ],
  'commands import io and core': [
    COMMANDS,
    IO,
    CORE,
    packages('node:.* @oclif/.* @inquirer/.* js-yaml preact yaml'),
  ],
  'the page imports core': [PAGE, PAGE_DATA, CORE, packages('preact')],
  'the data of the page import core': [PAGE_DATA, CORE],
  'rulesets import core': [RULESETS, CORE, packages('node:.* @stoplight/.*')],
  'the Redocly plugin imports io and core': [REDOCLY, IO, CORE, packages('node:.* @redocly/openapi-core')],
  'the tracer imports itself': [TRACER, '^(?!src/|rulesets/|plugins/redocly/)'],
};

const BELOW_RULES = [OPENAPI, ROUTES, SETTINGS, BASE] as const;

/** What each part of core may import of core. */
const ALLOWED_IN_CORE: typeof ALLOWED = {
  'base and the table of meshes import base': [BASE],
  'Kubernetes objects import openapi': [KUBERNETES, OPENAPI, BASE],
  'settings import base': [SETTINGS, BASE],
  'routes import base': [ROUTES, BASE],
  'openapi imports routes and settings': [OPENAPI, ROUTES, SETTINGS, BASE],
  'services import openapi and settings': [SERVICES, KUBERNETES, OPENAPI, SETTINGS, BASE],
  'overlays import the documents of openapi': [OVERLAYS, `${OPENAPI}documents\\.ts$`, BASE],
  'rules import openapi, routes and settings': [RULES, ...BELOW_RULES],
  'targets import openapi, routes and settings': [TARGETS, RULE_TYPE, KUBERNETES, ...BELOW_RULES],
  'policies import targets': [POLICIES, TARGETS, KUBERNETES, ...BELOW_RULES],
  'only options and tests are above generate': [GENERATE, `${CORE}(?!options/|trace-tests/)`],
};

/** Each import that a rule does not allow; of core's rules only imports of core. */
function violations(): string[] {
  const rules = [
    ...Object.entries(ALLOWED).map(([name, rule]) => ({name, rule, about: /(?:)/})),
    ...Object.entries(ALLOWED_IN_CORE).map(([name, rule]) => ({name, rule, about: new RegExp(CORE)})),
  ];
  return rules.flatMap(({name, rule, about}) =>
    [...IMPORTS].flatMap(([file, targets]) =>
      targets
        .filter((target) => new RegExp(rule[0]).test(file) && about.test(target))
        .filter((target) => !new RegExp(rule.join('|')).test(target))
        .map((target) => `${name}: ${file} -> ${target}`),
    ),
  );
}

test('imports go one way', () => {
  expect(violations()).toEqual([]);
});

test('no command imports another', () => {
  const command = /^src\/commands\/([^/]+)\//;
  const others = [...IMPORTS].flatMap(([file, targets]) => {
    const own = command.exec(file)?.[1];
    const allowed = [own, 'arguments', undefined];
    return own === undefined ? [] : targets.filter((to) => !allowed.includes(command.exec(to)?.[1]));
  });
  expect(others).toEqual([]);
});

test('imports have no cycles', () => {
  let cycles = [...IMPORTS];
  for (let before = Number.POSITIVE_INFINITY; cycles.length < before; ) {
    before = cycles.length;
    const imported = new Set(cycles.flatMap(([, targets]) => targets));
    const importing = new Set(cycles.map(([file]) => file));
    cycles = cycles.filter(([file, to]) => imported.has(file) && to.some((one) => importing.has(one)));
  }
  expect(cycles.map(([file]) => file)).toEqual([]);
});

test('no exported name is declared twice', () => {
  const names = [...SOURCES]
    .filter(([file]) => !file.startsWith('plugins/tracer/'))
    .flatMap(([, text]) => {
      const declared = /^export (?:abstract |async )*(?:const|function\*?|class|interface|type) (\w+)/gm;
      // A constant and its type may have one name. A class that is a default export has the name of its file.
      return [...new Set([...text.matchAll(declared)].map(([, name = '']) => name))];
    });
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
