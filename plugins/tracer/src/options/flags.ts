import {Errors, Flags} from '@oclif/core';
import {FORMATS, type FormatName} from './formats.ts';

/**
 * The two kinds of trace backend that the server can query, with their other names. Later versions of Jaeger answer an unknown trace with an
 * empty result instead of an error, and the server waits forever.
 */
export const BACKENDS = {
  kindA: {name: 'jaeger', supported: 'Jaeger 1.35 to 1.64, 2.0 or 2.1'},
  kindB: {name: 'tempo', supported: 'Grafana Tempo 2'},
} as const;

export const DEFAULT_NAMESPACE = 'tracer';
export const DEFAULT_TIMEOUT = '5m';
/** The query service of the bundled backend. */
export const DEFAULT_ENDPOINT = 'kindA-query:16685';

/** The options of a flag with a value. Defaults are in the summary only: whether the user set a flag makes a difference. */
const value = (format: FormatName, what: string, summary: string) => ({
  summary,
  helpValue: `<${what}>`,
  parse: async (given: string, _: unknown, {name}: {name: string}): Promise<string> => {
    const {pattern, expected} = FORMATS[format];
    if (pattern.test(given)) return given;
    throw new Errors.CLIError(`invalid --${name} "${given}": expected ${expected}`, {exit: 2});
  },
});
const text = (...options: Parameters<typeof value>) => Flags.string(value(...options));
const REPEATED = {multiple: true, multipleNonGreedy: true} as const;

const flag = (summary: string) => Flags.boolean({summary});
const flagWithNo = (summary: string) => Flags.boolean({summary, default: true, allowNo: true});

const NAMESPACE = `Namespace of tracer [default: ${DEFAULT_NAMESPACE}]`;

/** The flags that name a cluster and a namespace, which all commands have. */
export const SCOPE_FLAGS = {
  namespace: Flags.string({...value('namespace', 'name', NAMESPACE), char: 'n'}),
  context: text('nonempty', 'name', 'Context of the kubeconfig to use instead of the current one'),
  kubeconfig: text('nonempty', 'file', 'Kubeconfig file to use instead of $KUBECONFIG or ~/.kube/config'),
};

const LONGEST = `Longest time to wait, such as 90s, 5m or 1h30m [default: ${DEFAULT_TIMEOUT}]`;
const TIMEOUT = text('duration', 'duration', LONGEST);
const YES = Flags.boolean({char: 'y', summary: 'Do not ask for confirmation'});
const QUERY = `Query endpoint of the trace backend; kindB has no default [default: ${DEFAULT_ENDPOINT}]`;
const EXPORT = 'OTLP/gRPC endpoint that the collector exports to [default: port 4317 of the trace backend]';
const VERSION = 'Version of the chart in the repository [default: the newest]';
const SET = 'Value for the chart, as in helm; overrides all other options. Use --values for a password';
const SET_STRING = 'Like --set, but the value is always a string';
const VALUES = 'File of values for the chart, - for standard input; overrides the options above';

export const INSTALL_FLAGS = {
  ...SCOPE_FLAGS,
  'trace-backend': Flags.string({
    summary:
      'Kind of trace backend: kindA (or jaeger) is Jaeger, kindB (or tempo) is Grafana Tempo [default: kindA]',
    helpValue: `<${Object.keys(BACKENDS).join('|')}>`,
    options: [...Object.keys(BACKENDS), ...Object.values(BACKENDS).map(({name}) => name)],
    parse: async (given) => Object.entries(BACKENDS).find(([, {name}]) => name === given)?.[0] ?? given,
  }),
  'trace-backend-endpoint': text('endpoint', 'host:port', QUERY),
  'collector-export-endpoint': text('endpoint', 'host:port', EXPORT),
  'skip-collector': flag('Do not install the collector'),
  'skip-pma': flag('Do not install the sample application'),
  'skip-backend': flag('Do not install the kind A backend (Jaeger)'),
  chart: text('nonempty', 'path|oci://…', 'Chart to install instead of the one included in this command'),
  'chart-repo': text('url', 'url', 'Chart repository to install from'),
  'chart-version': text('nonempty', 'version', VERSION),
  set: Flags.string({...value('nonempty', 'key=value', SET), ...REPEATED}),
  'set-string': Flags.string({...value('nonempty', 'key=value', SET_STRING), ...REPEATED}),
  values: Flags.string({...value('nonempty', 'file', VALUES), ...REPEATED, char: 'f'}),
  'reuse-values': flag('Keep the options and values of the last installation that are not given again'),
  wait: flagWithNo('Wait until everything that was installed is ready'),
  atomic: flag('Roll back an upgrade that does not become ready'),
  timeout: TIMEOUT,
  'delete-data': flag(
    "Allow an upgrade that deletes the database's volume, for example by renaming the database",
  ),
  'dry-run': flag('Check everything and print the plan, but change nothing'),
  yes: YES,
};

export const UNINSTALL_FLAGS = {
  ...SCOPE_FLAGS,
  timeout: TIMEOUT,
  'keep-data': flag("Keep the database's volume and password for the next installation"),
  yes: YES,
};

export const OPEN_FLAGS = {
  ...SCOPE_FLAGS,
  port: text('port', 'port', 'Local port [default: a free one]'),
  browser: flagWithNo('Open the browser'),
};

/** The flags that name a server. */
export const SERVER_FLAGS = {
  ...SCOPE_FLAGS,
  server: text('url', 'url', 'URL of the server, instead of a forwarded port'),
};

const VARIABLE = 'Variable of the tests; without a value that of the environment, for secrets';

export const TEST_RUN_FLAGS = {
  ...SERVER_FLAGS,
  var: Flags.string({summary: VARIABLE, helpValue: '<name[=value]>', ...REPEATED}),
  parallel: text('count', 'number', 'How many tests run at once [default: 1]'),
  timeout: TIMEOUT,
  'without-trace': flag('Check only response and duration, for services without traces'),
  junit: text('nonempty', 'file', "File to write the results to, as JUnit's XML"),
};
