import {OUTPUT_FORMATS} from '../core/render.ts';
import {API_VERSIONS} from '../core/service-profile.ts';
import {SETTINGS, type Setting} from '../core/settings.ts';

/** One flag of `apigen mesh`, as help shows it and as the command line is read. */
export interface MeshOption {
  readonly name: string;
  readonly char?: 'i' | 'o';
  readonly takesValue: boolean;
  /** What stands behind the name in help: the type, the unit. */
  readonly valueName?: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly excludes?: readonly string[];
  readonly group: string;
  readonly summary: string;
}

/** The flags that concern one run, not the profile's settings. */
const RUN_OPTIONS = [
  {
    name: 'in',
    char: 'i',
    takesValue: true,
    valueName: 'file|url|-',
    group: 'input',
    summary: 'OpenAPI description: a file, an http(s) URL, or - for standard input',
  },
  {
    name: 'config',
    takesValue: true,
    valueName: 'redocly.yaml',
    excludes: ['format', 'api-version'],
    group: 'input',
    summary: 'Write the profiles of the APIs in this file, as the plugin apigen/redocly does while bundling',
  },
  {name: 'remote-refs', takesValue: false, group: 'input', summary: 'Follow references to other hosts'},
  {
    name: 'out',
    char: 'o',
    takesValue: true,
    valueName: 'file',
    excludes: ['check'],
    group: 'output',
    summary: 'Write to this file, whole or not at all, instead of to standard output',
  },
  {
    name: 'check',
    takesValue: true,
    valueName: 'file',
    excludes: ['out'],
    group: 'output',
    summary:
      'Compare with this file instead: exit 1 and a diff when it is not what the description gives now; takes no file beside --config',
  },
  {
    name: 'format',
    takesValue: true,
    choices: OUTPUT_FORMATS,
    default: 'yaml',
    group: 'output',
    summary: 'Format of the profile',
  },
  {
    name: 'api-version',
    takesValue: true,
    choices: API_VERSIONS,
    default: API_VERSIONS[0],
    group: 'output',
    summary: 'apiVersion of the profile, for a mesh that serves the resource under another group',
  },
  {name: 'strict', takesValue: false, group: 'checks', summary: 'Treat every warning as an error'},
  {name: 'allow-empty', takesValue: false, group: 'checks', summary: 'Allow a profile without a route'},
] as const satisfies readonly MeshOption[];

function toOption(setting: Setting): MeshOption {
  const unit = setting.unit === undefined ? '' : `, ${setting.unit}`;
  return {
    name: setting.key,
    takesValue: true,
    valueName: `${setting.type}${unit}`,
    group: setting.group,
    summary:
      setting.default === undefined ? setting.summary : `${setting.summary} [default: ${setting.default}]`,
  };
}

/** Every flag of `apigen mesh`: those of the run, and one for each setting that has a flag. */
export const MESH_OPTIONS: readonly MeshOption[] = [
  ...RUN_OPTIONS,
  ...SETTINGS.filter(({flag}) => flag).map(toOption),
];

/** What the command line gave, by name of the flag: a text, or true for a switch. */
export type MeshArguments = Readonly<Record<string, string | boolean | undefined>>;
