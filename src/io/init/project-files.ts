import {isMap, type JsonMap, valueAt} from '../../core/json.ts';
import {NEW_ITEM, type YamlPath} from './add-to-yaml.ts';

/** A file of other tools that `apigen init` sets up, by the name of its flag. */
export const PROJECT_FILES = ['redocly', 'spectral', 'pre-commit', 'github-actions'] as const;
export type ProjectFileKey = (typeof PROJECT_FILES)[number];

/** What the files refer to. */
export interface Project {
  /** The path of the description from the folder of the file, with `/` between folders. */
  readonly description: string;
  /** The name of the API in `redocly.yaml`. */
  readonly api: string;
  /** The version of apigen, such as `0.1.0`. */
  readonly version: string;
}

/** Something that a file must contain. */
export interface Addition {
  readonly path: YamlPath;
  readonly value: unknown;
}

interface ProjectFile {
  /** What the prompt calls it. */
  readonly title: string;
  /** The names that the tool looks for, in its order. Where there is none, the first that is YAML is created. */
  readonly names: readonly string[];
  /** Whether it belongs to the root of the Git repository instead of the working directory. */
  readonly isOfRepository?: boolean;
  /** What a new file begins with. */
  readonly start?: string;
  /** What the file lacks. */
  readonly missing: (content: JsonMap, project: Project) => readonly Addition[];
  /** What is left to do after the file was written, unless `path` exists in its folder or above. */
  readonly next?: {readonly command: string; readonly path: string};
}

const PLUGIN = '@apigen/cli/redocly';
const PRESET = 'apigen/recommended';
const RULESET = '@apigen/cli/spectral';
const HOOK = 'apigen-lint';

const PACKAGE = '@apigen/cli';
/** The version of `.pre-commit-hooks.yaml`. */
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

const INSTALL = {command: `npm install --save-dev ${PACKAGE}`, path: `node_modules/${PACKAGE}`};

export const PROJECT_FILE_TABLE: Readonly<Record<ProjectFileKey, ProjectFile>> = {
  redocly: {
    title: 'redocly.yaml: profiles while bundling, rules while linting',
    // Redocly 1 refuses a folder with two of them.
    names: ['redocly.yaml', 'redocly.yml', '.redocly.yaml', '.redocly.yml'],
    missing: missingInRedocly,
    next: INSTALL,
  },
  spectral: {
    title: '.spectral.yaml: rules in the editor and while linting',
    names: ['.spectral', 'spectral'].flatMap((name) =>
      ['js', 'json', 'mjs', 'yaml', 'yml'].map((extension) => `${name}.${extension}`),
    ),
    missing: (content) =>
      itemsAt(content, '/extends')
        .flat()
        .some((name) => named(name, RULESET, `${RULESET}/strict`))
        ? []
        : [{path: ['extends', NEW_ITEM], value: RULESET}],
    next: INSTALL,
  },
  'pre-commit': {
    title: '.pre-commit-config.yaml: settings are checked before each commit',
    names: ['.pre-commit-config.yaml', '.pre-commit-config.yml'],
    isOfRepository: true,
    missing: missingInPreCommit,
    next: {command: 'pre-commit install', path: '.git/hooks/pre-commit'},
  },
  'github-actions': {
    title: '.github/workflows/apigen.yml: settings are checked in pull requests',
    names: ['.github/workflows/apigen.yml', '.github/workflows/apigen.yaml'],
    isOfRepository: true,
    start: 'name: apigen\non: [push, pull_request]\npermissions:\n  contents: read\n',
    missing: missingInWorkflow,
  },
};

function missingInRedocly(content: JsonMap, {description, api}: Project): readonly Addition[] {
  const apis = valueAt(content, '/apis');
  const roots = isMap(apis) ? Object.values(apis).map((value) => valueAt(value, '/root')) : [];
  const extended = itemsAt(content, '/extends');
  // Without `extends` Redocly uses `recommended`.
  const presets = valueAt(content, '/extends') === undefined ? ['recommended', PRESET] : [PRESET];
  return [
    ...(itemsAt(content, '/plugins').some((name) => named(name, PLUGIN))
      ? []
      : [{path: ['plugins', NEW_ITEM], value: PLUGIN}]),
    ...(extended.some((name) => named(name, PRESET, 'apigen/strict'))
      ? []
      : presets.map((value) => ({path: ['extends', NEW_ITEM], value}))),
    ...(roots.some((root) => samePath(root, description))
      ? []
      : [{path: ['apis', freeName(api, apis)], value: {root: description}}]),
  ];
}

function freeName(name: string, taken: unknown): string {
  const names = isMap(taken) ? Object.keys(taken) : [];
  let free = name;
  for (let number = 2; names.includes(free); number += 1) free = `${name}-${number}`;
  return free;
}

function missingInPreCommit(content: JsonMap, {description, version}: Project): readonly Addition[] {
  const repos = itemsAt(content, '/repos');
  const hooks = repos.flatMap((repo, index) =>
    itemsAt(repo, '/hooks').map((hook, position) => ({
      id: valueAt(hook, '/id'),
      args: itemsAt(hook, '/args'),
      path: ['repos', index, 'hooks', position, 'args', NEW_ITEM],
    })),
  );
  const own = hooks.filter(({id}) => typeof id === 'string' && id.startsWith('apigen-'));
  if (own.some(({args}) => args.some((arg) => samePath(arg, description) || arg === '--config'))) return [];
  const lint = own.find(({id, args}) => id === HOOK && args.length > 0);
  if (lint) return [{path: lint.path, value: description}];
  const hook = {
    id: HOOK,
    name: 'lint x-apigen',
    entry: 'apigen-lint',
    language: 'node',
    additional_dependencies: [`${PACKAGE}@${version}`, SPECTRAL],
    // Any file that the description refers to can have settings.
    types_or: ['yaml', 'json'],
    pass_filenames: false,
    args: [description],
  };
  return [{path: ['repos', NEW_ITEM], value: {repo: 'local', hooks: [hook]}}];
}

function missingInWorkflow(content: JsonMap, {description, version}: Project): readonly Addition[] {
  const jobs = valueAt(content, '/jobs');
  const steps = isMap(jobs) ? Object.values(jobs).flatMap((job) => itemsAt(job, '/steps')) : [];
  const quoted = quotePath(description);
  const runs = (step: unknown) => `${valueAt(step, '/run')} `.replace(/\s/g, ' ');
  const isFor = (step: unknown) =>
    // The action of the releases.
    samePath(valueAt(step, '/with/in'), description) ||
    (runs(step).includes('apigen') && runs(step).includes(` ${quoted} `));
  if (steps.some(isFor)) return [];
  const step = {run: `npx --yes ${PACKAGE}@${version} mesh -i ${quoted}`};
  const existing = valueAt(jobs, '/apigen');
  // A job that uses another workflow cannot have steps.
  const isOfSteps = isMap(existing) && existing.uses === undefined;
  if (isOfSteps) return [{path: ['jobs', 'apigen', 'steps', NEW_ITEM], value: step}];
  const job = {'runs-on': 'ubuntu-latest', steps: [{uses: 'actions/checkout@v6'}, step]};
  return [{path: ['jobs', isMap(existing) ? freeName('apigen', jobs) : 'apigen'], value: job}];
}

/** A path as a shell takes it. */
function quotePath(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function itemsAt(content: unknown, pointer: string): readonly unknown[] {
  const found = valueAt(content, pointer);
  if (found === undefined || found === null) return [];
  return Array.isArray(found) ? found : [found];
}

/** Whether a value is one of the names. */
function named(value: unknown, ...names: readonly string[]): boolean {
  return typeof value === 'string' && names.includes(value);
}

function samePath(value: unknown, path: string): boolean {
  return typeof value === 'string' && value.replace(/^\.\//, '') === path;
}
