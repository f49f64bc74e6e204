import {Errors, Flags} from '@oclif/core';
import {maskCredentials} from '../process/credentials.ts';
import {FORMATS, type FormatName} from './formats.ts';

/** The two kinds of trace backend that the server can query (specification, section 8). */
export const BACKEND_KINDS = ['kindA', 'kindB'] as const;

/** Later versions of Jaeger answer an unknown trace with an empty result instead of an error, and the server waits forever. */
export const SUPPORTED_BACKENDS = {
  kindA: 'Jaeger 1.35 to 1.64, 2.0 or 2.1',
  kindB: 'Grafana Tempo 2',
} as const satisfies Record<BackendKind, string>;
export type BackendKind = (typeof BACKEND_KINDS)[number];

export const DEFAULT_NAMESPACE = 'tracer';
export const DEFAULT_TIMEOUT = '5m';
/** The query service of the bundled backend. */
export const DEFAULT_ENDPOINT = 'kindA-query:16685';

/** A parser that accepts values of a format; otherwise it throws an error with exit code 2. */
function parserOf(name: string, format: FormatName) {
  const {pattern, expected} = FORMATS[format];
  return async (value: string): Promise<string> => {
    if (pattern.test(value)) return value;
    throw new Errors.CLIError(`invalid --${name} "${maskCredentials(value)}": expected ${expected}`, {
      exit: 2,
    });
  };
}

interface TextOptions {
  readonly summary: string;
  readonly char?: 'n' | 'f';
  readonly value: string;
}

/** A flag with a value. Defaults are in the summary only: whether the user set a flag makes a difference. */
function text(name: string, format: FormatName, {summary, char, value}: TextOptions) {
  return Flags.string({
    summary,
    helpValue: `<${value}>`,
    ...(char === undefined ? {} : {char}),
    parse: parserOf(name, format),
  });
}

/** A flag with a value that can be repeated. */
function texts(name: string, {summary, char, value}: TextOptions) {
  return Flags.string({
    summary,
    helpValue: `<${value}>`,
    ...(char === undefined ? {} : {char}),
    multiple: true,
    multipleNonGreedy: true,
    parse: parserOf(name, 'nonempty'),
  });
}

/** The flags that name a cluster and a namespace, which all commands have. */
export const SCOPE_FLAGS = {
  namespace: text('namespace', 'namespace', {
    char: 'n',
    value: 'name',
    summary: `Namespace of tracer [default: ${DEFAULT_NAMESPACE}]`,
  }),
  context: text('context', 'nonempty', {
    value: 'name',
    summary: 'Context of the kubeconfig to use instead of the current one',
  }),
  kubeconfig: text('kubeconfig', 'nonempty', {
    value: 'file',
    summary: 'Kubeconfig file to use instead of $KUBECONFIG or ~/.kube/config',
  }),
};

const TIMEOUT = text('timeout', 'duration', {
  value: 'duration',
  summary: `Longest time to wait, such as 90s, 5m or 1h30m [default: ${DEFAULT_TIMEOUT}]`,
});
const YES = Flags.boolean({char: 'y', summary: 'Do not ask for confirmation'});

export const INSTALL_FLAGS = {
  ...SCOPE_FLAGS,
  'trace-backend': Flags.string({
    summary: 'Kind of trace backend: kindA is Jaeger, kindB is Grafana Tempo [default: kindA]',
    helpValue: `<${BACKEND_KINDS.join('|')}>`,
    options: [...BACKEND_KINDS],
  }),
  'trace-backend-endpoint': text('trace-backend-endpoint', 'endpoint', {
    value: 'host:port',
    summary: `Query endpoint of the trace backend; kindB has no default [default: ${DEFAULT_ENDPOINT}]`,
  }),
  'collector-export-endpoint': text('collector-export-endpoint', 'endpoint', {
    value: 'host:port',
    summary: 'OTLP/gRPC endpoint that the collector exports to [default: port 4317 of the trace backend]',
  }),
  'skip-collector': Flags.boolean({summary: 'Do not install the collector'}),
  'skip-pma': Flags.boolean({summary: 'Do not install the sample application'}),
  'skip-backend': Flags.boolean({summary: 'Do not install the kind A backend (Jaeger)'}),
  chart: text('chart', 'nonempty', {
    value: 'path|oci://…',
    summary: 'Chart to install instead of the one included in this command',
  }),
  'chart-repo': text('chart-repo', 'url', {
    value: 'url',
    summary: 'Chart repository to install from',
  }),
  'chart-version': text('chart-version', 'nonempty', {
    value: 'version',
    summary: 'Version of the chart in the repository [default: the newest]',
  }),
  set: texts('set', {
    value: 'key=value',
    summary: 'Value for the chart, like `helm --set`; overrides all other options',
  }),
  'set-string': texts('set-string', {
    value: 'key=value',
    summary: 'Like --set, but the value is always a string, like `helm --set-string`',
  }),
  values: texts('values', {
    char: 'f',
    value: 'file',
    summary: 'File of values for the chart, - for standard input; overrides the options above',
  }),
  'reuse-values': Flags.boolean({
    summary: 'Keep the options and values of the last installation that are not given again',
  }),
  wait: Flags.boolean({
    summary: 'Wait until everything that was installed is ready',
    default: true,
    allowNo: true,
  }),
  timeout: TIMEOUT,
  'delete-data': Flags.boolean({
    summary: "Allow an upgrade that deletes the database's volume, for example by renaming the database",
  }),
  'dry-run': Flags.boolean({summary: 'Check everything and print the plan, but change nothing'}),
  yes: YES,
};

export const UNINSTALL_FLAGS = {
  ...SCOPE_FLAGS,
  timeout: TIMEOUT,
  'keep-data': Flags.boolean({
    summary: "Keep the database's volume and password for the next installation",
  }),
  yes: YES,
};

export const OPEN_FLAGS = {
  ...SCOPE_FLAGS,
  port: text('port', 'port', {value: 'port', summary: 'Local port [default: a free one]'}),
  browser: Flags.boolean({summary: 'Open the browser', default: true, allowNo: true}),
};
