import type {CheckName} from './checks.ts';

/** The two kinds of trace backend that the tool can query (specification, section 8). */
export const BACKEND_KINDS = ['kindA', 'kindB'] as const;
export type BackendKind = (typeof BACKEND_KINDS)[number];

/** Where an option is understood: in a command of the plugin, or in `scripts/install.sh`. */
export type Place = 'script' | 'install' | 'uninstall' | 'status' | 'open' | 'version';

/**
 * One option. `value` is the word that stands for its value in a usage line; an option without one is a switch.
 * `check` names the row of `CHECKS` that its value has to pass.
 */
export interface Option {
  readonly name: string;
  readonly char?: 'n' | 'y' | 'f';
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly repeatable?: boolean;
  readonly negatable?: boolean;
  readonly check?: CheckName;
  readonly summary: string;
  readonly places: readonly Place[];
}

const CLUSTER_COMMANDS = ['uninstall', 'status', 'open', 'version'] as const;
const COMMANDS = ['install', ...CLUSTER_COMMANDS] as const;

/**
 * Every option, once: the commands' flags, the script's parser and usage text, and the tables in the docs are made from it. The first
 * six rows are section 2.1 of the specification.
 */
export const OPTIONS = [
  {
    name: 'namespace',
    char: 'n',
    value: 'name',
    default: 'tracer',
    check: 'namespace',
    summary: 'Cluster namespace to install into',
    places: ['script', 'install'],
  },
  {
    name: 'namespace',
    char: 'n',
    value: 'name',
    default: 'tracer',
    check: 'namespace',
    summary: 'Cluster namespace that tracer is installed in',
    places: CLUSTER_COMMANDS,
  },
  {
    name: 'trace-backend',
    value: 'kind',
    choices: BACKEND_KINDS,
    default: 'kindA',
    summary: 'Trace backend kind',
    places: ['script', 'install'],
  },
  {
    name: 'trace-backend-endpoint',
    value: 'host:port',
    default: 'kindA-query:16685',
    check: 'endpoint',
    summary: 'Trace backend endpoint; kindB has no default',
    places: ['script', 'install'],
  },
  {name: 'skip-collector', summary: 'Do not install the collector', places: ['script', 'install']},
  {name: 'skip-pma', summary: 'Do not install the sample application', places: ['script', 'install']},
  {name: 'skip-backend', summary: 'Do not install the kind A backend', places: ['script', 'install']},
  {
    name: 'context',
    value: 'name',
    check: 'given',
    summary: 'Context of the kubeconfig to use instead of the current one',
    places: ['script', ...COMMANDS],
  },
  {
    name: 'kubeconfig',
    value: 'file',
    check: 'given',
    summary: 'Kubeconfig file to use instead of $KUBECONFIG or ~/.kube/config',
    places: COMMANDS,
  },
  {
    name: 'chart',
    value: 'path|oci://…',
    check: 'given',
    summary: 'Chart to install instead of the one that ships with this command',
    places: ['install'],
  },
  {
    name: 'chart-repo',
    value: 'url',
    check: 'url',
    summary: 'Chart repository to add, update and install <repository>/tracer from',
    places: ['script', 'install'],
  },
  {
    name: 'chart-version',
    value: 'version',
    check: 'given',
    summary: 'Version of the chart in the repository; the newest if not given',
    places: ['script', 'install'],
  },
  {
    name: 'set',
    value: 'key=value',
    repeatable: true,
    check: 'given',
    summary: 'Value for the chart, as `helm --set` takes it; wins over every other option',
    places: ['install'],
  },
  {
    name: 'values',
    char: 'f',
    value: 'file',
    repeatable: true,
    check: 'given',
    summary: 'File of values for the chart, - for standard input; wins over the options above',
    places: ['install'],
  },
  {
    name: 'wait',
    negatable: true,
    default: 'true',
    summary: 'Wait until everything that was installed is ready',
    places: ['install'],
  },
  {
    name: 'timeout',
    value: 'duration',
    default: '5m',
    check: 'duration',
    summary: 'How long to wait at most, such as 90s, 5m or 1h30m',
    places: ['install', 'uninstall'],
  },
  {
    name: 'keep-data',
    summary: 'Keep the volume and the password of the database; installing again takes them up',
    places: ['uninstall'],
  },
  {
    name: 'port',
    value: 'port',
    check: 'port',
    summary: 'Local port; a free one if not given',
    places: ['open'],
  },
  {name: 'browser', negatable: true, default: 'true', summary: 'Open the browser', places: ['open']},
  {
    name: 'dry-run',
    summary: 'Check everything and show the plan, but change nothing',
    places: ['script', 'install'],
  },
  {name: 'yes', char: 'y', summary: 'Do not ask', places: ['script', 'install', 'uninstall']},
] as const satisfies readonly Option[];

/** The options that are understood in one place, in the order of the table. */
export function optionsOf(place: Place): readonly Option[] {
  const all: readonly Option[] = OPTIONS;
  return all.filter((option) => option.places.includes(place));
}

/** The default of an option of `install`; throws for one that has none, which is a fault of ours. */
export function defaultOf(name: (typeof OPTIONS)[number]['name']): string {
  const option = optionsOf('install').find((candidate) => candidate.name === name);
  if (option?.default === undefined) throw new TypeError(`option ${name} has no default`);
  return option.default;
}
