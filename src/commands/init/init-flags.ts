import {anyText, boolean} from '../../core/settings/types/index.ts';
import {PROJECT_FILES, type ProjectFileKey} from '../../io/init/project-files.ts';
import {type MeshFlag, SETTING_FLAGS} from '../mesh/mesh-flags.ts';

const FILE_SUMMARIES: Readonly<Record<ProjectFileKey, string>> = {
  redocly: 'Set up redocly.yaml: the plugin, its rules and decorator, and the description as an API',
  spectral: 'Set up .spectral.yaml: the ruleset',
  'pre-commit': 'Set up .pre-commit-config.yaml: the hook that lints the description',
  'github-actions': 'Set up .github/workflows/apigen.yml: a job that checks the description',
};

/** The flags of `apigen init`: every answer is one. */
export const INIT_FLAGS: readonly MeshFlag[] = [
  {
    key: 'in',
    char: 'i',
    type: anyText('file'),
    group: 'input',
    summary: 'File with the OpenAPI description; without it, the one in the working directory or below',
    example: 'openapi.yaml',
  },
  {
    key: 'from-cluster',
    type: boolean,
    group: 'input',
    summary: 'Take the Service from the cluster, with kubectl; nothing is changed there',
    example: true,
  },
  ...PROJECT_FILES.map((key) => ({
    key,
    type: boolean,
    group: 'output',
    summary: FILE_SUMMARIES[key],
    example: true,
  })),
  {
    key: 'yes',
    type: boolean,
    group: 'output',
    summary: 'Write what the difference shows, without questions',
    example: true,
  },
  ...SETTING_FLAGS,
];

/** The files that flags ask for. */
export function chosenFiles(values: Readonly<Record<string, unknown>>): readonly ProjectFileKey[] {
  return PROJECT_FILES.filter((key) => values[key] === true);
}
