import {existsSync} from 'node:fs';
import path from 'node:path';
import {dump} from 'js-yaml';
import type {JsonMap} from '../../core/base/json.ts';
import {DUMP_OPTIONS} from '../../core/kubernetes/yaml.ts';
import {relativePath} from '../../io/project/place-output.ts';
import {readTextIfThere} from '../../io/write/write-file.ts';
import {shellWord} from '../arguments/arguments.ts';
import type {FileChange, Questions} from './asking.ts';

/** A file of other tools that `apigen init` sets up, by the name of its flag. */
export const PROJECT_FILES = ['redocly', 'spectral', 'pre-commit', 'github-actions'] as const;
export type ProjectFileKey = (typeof PROJECT_FILES)[number];

export interface Project {
  /** The descriptions, with the names of their Services; paths from the working directory, or from the folder of the file. */
  readonly apis: readonly {readonly name: string; readonly file: string}[];
  /** The descriptions as the user named them: paths and patterns. */
  readonly inputs: readonly string[];
  readonly version: string;
  /** Redocly's configuration if it has the descriptions: then its decorator decides where the output is, and there is no other one. */
  readonly config?: string;
}

interface ProjectFile {
  readonly summary: string;
  /** The names that the tool looks for, in its order. Where there is none, the first that is YAML is created. */
  readonly names: readonly string[];
  /** Whether it belongs to the root of the Git repository instead of the working directory. */
  readonly isOfRepository?: boolean;
  readonly start?: string;
  /** Members that must be in the file; `existing` is its text so far, and `folder` the working directory as seen from it. */
  readonly content: (project: Project, existing: string, folder: string) => JsonMap;
}

export const PACKAGE = '@apigen/cli';

export const PROJECT_FILE_TABLE: Readonly<Record<ProjectFileKey, ProjectFile>> = {
  redocly: {
    summary: 'redocly.yaml: the plugin with its rules, and the description as an API',
    // Redocly 1 refuses a folder with two of them.
    names: ['redocly.yaml', 'redocly.yml', '.redocly.yaml', '.redocly.yml'],
    content: ({apis}, existing) => ({
      plugins: [`${PACKAGE}/redocly`],
      // Without `extends` Redocly uses `recommended`.
      extends: /^extends\s*:/m.test(existing)
        ? ['apigen/recommended']
        : ['recommended', 'apigen/recommended'],
      apis: Object.fromEntries(apis.map(({name, file}) => [name, {root: file}])),
    }),
  },
  spectral: {
    summary: '.spectral.yaml: the ruleset',
    names: ['.spectral', 'spectral'].flatMap((name) =>
      ['js', 'json', 'mjs', 'yaml', 'yml'].map((extension) => `${name}.${extension}`),
    ),
    content: () => ({extends: [`${PACKAGE}/spectral`]}),
  },
  'pre-commit': {
    summary: '.pre-commit-config.yaml: the hook that lints the description',
    names: ['.pre-commit-config.yaml', '.pre-commit-config.yml'],
    isOfRepository: true,
    content: ({apis, version}) => {
      const hook = {
        id: 'apigen-lint',
        name: 'lint x-apigen',
        entry: 'apigen lint',
        language: 'node',
        additional_dependencies: [`${PACKAGE}@${version}`],
        // Any file that the description refers to can have settings.
        types_or: ['yaml', 'json'],
        pass_filenames: false,
        args: apis.map(({file}) => file),
      };
      return {repos: [{repo: 'local', hooks: [hook]}]};
    },
  },
  'github-actions': {
    summary: '.github/workflows/apigen.yml: checks description and output in CI',
    names: ['.github/workflows/apigen.yml', '.github/workflows/apigen.yaml'],
    isOfRepository: true,
    start: 'name: apigen\non: [push, pull_request]\npermissions:\n  contents: read\n',
    content: (project, _, folder) => {
      const check = committedCommand(project, '--strict', '--check');
      const step = {
        run: `npx --yes ${PACKAGE}@${project.version} ${check}`,
        ...(folder && {'working-directory': folder}),
      };
      const steps = [{uses: 'actions/checkout@v6'}, step];
      return {jobs: {apigen: {'runs-on': 'ubuntu-latest', steps}}};
    },
  },
};

/** The command that writes or checks what is committed: the outputs of a configuration, one in a file, or several in a folder. */
export function committedCommand(
  {apis: [only, another], inputs, config}: Project,
  ...check: readonly string[]
): string {
  if (config !== undefined) return commandFor('mesh', [], '--config', config, ...check);
  const place = another === undefined && only !== undefined ? `mesh/${only.name}.yaml` : 'mesh';
  return commandFor('mesh', inputs, ...(check.length > 0 ? check : ['-o']), place);
}

/** A command for descriptions, as a shell takes it. */
export function commandFor(
  command: 'apply' | 'mesh',
  inputs: readonly string[],
  ...others: readonly string[]
): string {
  return [command, ...inputs.flatMap((input) => ['-i', input]), ...others].map(shellWord).join(' ');
}

/**
 * A new file of another tool, in the working directory, `folder`, or at the root of its Git repository. One that exists stays: what to
 * add is left to the user.
 */
export function changeProjectFile(key: ProjectFileKey, project: Project, folder: string): FileChange {
  const {names, isOfRepository, start = '', content} = PROJECT_FILE_TABLE[key];
  const place = (isOfRepository && repositoryOf(folder)) || folder;
  const here = relativePath(place, folder);
  const apis = project.apis.map(({name, file}) => ({
    name,
    file: relativePath(place, path.join(folder, file)),
  }));
  const existing = names.find((name) => existsSync(path.join(place, name)));
  const used = path.join(place, existing ?? names.find((name) => /\.ya?ml$/.test(name)) ?? '');
  const file = relativePath(folder, used);
  const before = existing && readTextIfThere(used);
  const map = content({...project, apis}, before ?? '', here);
  const added = dump(map, {...DUMP_OPTIONS, quoteStyle: 'double'});
  if (before === undefined) return {file, before, text: start + added};
  const words = ['apigen', here, ...project.inputs, ...apis.map((api) => api.file)];
  const isDone = words.every((word) => before.includes(word) || !added.includes(word));
  return {file, before, text: before, ...(!isDone && {toAdd: added.trimEnd().replace(/^/gm, '    ')})};
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

/** The files that flags ask for, and those that the user chooses of the others that are not set up. */
export async function chooseFiles(
  given: readonly ProjectFileKey[],
  change: (key: ProjectFileKey) => FileChange,
  questions: Questions,
): Promise<readonly ProjectFileKey[]> {
  const choices = PROJECT_FILES.flatMap((value) => {
    const {before, text, toAdd} = change(value);
    const isDone = given.includes(value) || (before === text && toAdd === undefined);
    return isDone ? [] : [{name: PROJECT_FILE_TABLE[value].summary, value}];
  });
  if (choices.length === 0) return given;
  return [...given, ...(await questions.chooseSeveral('Files to set up', choices))];
}
