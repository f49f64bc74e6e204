/**
 * Everything that both the command and the install script say. `{name}` stands for a value. The script's copy is made from this table
 * (`install-script.ts`), so the two cannot drift apart.
 */
export const TEXTS = {
  // Wrong use: exit code 2. The first five are the words of oclif's own parser.
  unknownOption: 'Nonexistent flag: {option}',
  unknownOptions: 'Nonexistent flags: {options}',
  unexpectedArgument: 'Unexpected argument: {argument}',
  unexpectedArguments: 'Unexpected arguments: {arguments}',
  missingValue: 'Flag --{option} expects a value',
  missingChoice: 'Flag --{option} expects one of these values: {choices}',
  repeatedOption: 'Flag --{option} can only be specified once',
  notAChoice: 'Expected --{option}={value} to be one of: {choices}',
  badValue: '--{option} is "{value}": give {expected}',
  kindBWithoutEndpoint:
    '--trace-backend kindB has no default endpoint: add --trace-backend-endpoint <host>:<port>, for example --trace-backend-endpoint tempo:9095',
  sampleWithoutTarget:
    'Without a collector and without the bundled kind A backend, the sample application has nowhere to send its traces: add --skip-pma',
  chartTwice: '--chart and --chart-repo both say where the chart comes from: leave one out',
  moreHelp: 'See more help with --help',

  // Checks before anything changes.
  toolMissing: '{tool} was not found: install it ({page}), make sure that it is on PATH, and run this again',
  toolTooOld: '{tool} {version} is too old: install {minimum} or newer ({page}) and run this again',
  toolBroken: '{tool} is on PATH but does not tell its version: {reason}',
  noCluster:
    'No cluster is known: {kubeconfig} does not exist, or names no context. Have whoever runs the cluster give you a kubeconfig, and name its file in $KUBECONFIG',
  kubeconfigBroken: 'The kubeconfig {kubeconfig} cannot be read: {reason}',
  noContext:
    'The kubeconfig has no current context: choose one with --context <name> or `kubectl config use-context <name>`. It knows: {contexts}',
  unknownContext: 'The kubeconfig has no context "{context}". It knows: {contexts}',
  noAnswer:
    'The cluster of context {context} ({server}) does not answer: {reason}\nCheck the network and your login with `kubectl {contextWords} version`, or choose another with --context',
  loginRefused:
    'The cluster of context {context} ({server}) does not take your login: {reason}\nLog in again, check with `kubectl {contextWords} auth whoami`, or choose another with --context',
  namespaceTerminating:
    'Namespace {namespace} is being deleted: wait until `kubectl {contextWords} get namespace {namespace}` no longer finds it, or choose another with --namespace',
  noRights:
    'You lack rights in namespace {namespace}: {rights}\nAsk for them whoever runs the cluster (ClusterRole "admin" bound in the namespace has all), and check with `kubectl {placeWords} auth can-i {example}`',
  namespaceNotAllowed:
    'There is no namespace {namespace}, and you may not create one: have whoever runs the cluster create it and bind ClusterRole "admin" to you in it, or choose another with --namespace',
  rightsUnreadable:
    'Your rights cannot be asked for: {reason}\nCheck your login with `kubectl {contextWords} auth whoami`',
  noTemporaryFolder:
    'No temporary folder can be made in {folder}: {reason}\nName one that can be written to in $TMPDIR',
  otherChart:
    'Namespace {namespace} has a release "tracer" of another chart, {chart}: choose another namespace with --namespace, or remove that release with `helm uninstall tracer {placeWords}`',
  chartRefused: 'The chart cannot be installed: {reason}',
  chartNotFetched:
    'The chart cannot be fetched from {source}: {reason}\nCheck address, version, network and proxy, or name another chart repository with --chart-repo',
  chartNotRead:
    'The chart cannot be read from {source}: {reason}\nGive --chart a folder, a packaged chart (.tgz) or an address (oci://…)',
  foreignObject:
    '{kind} {name} was not made by this release: choose another namespace with --namespace, or, if nobody needs it, remove it with `kubectl delete {kind} {name} {placeWords}`',
  atWork:
    'Release tracer in namespace {namespace} has been {state} for {age}: {who} may still be at work on it\nRun this again when that has ended; after {timeout} it counts as dead. If you know that it is, remove its record and run this again: {remove}',
  runOfOurs: 'an installation with process id {pid} on {on}',
  runOfOthers: 'another helm, in another terminal or a CI job,',
  releaseUnreadable: 'The releases in namespace {namespace} cannot be read: {reason}',

  // Steps.
  stepTools: 'helm {helm} and kubectl {kubectl} found',
  stepCluster: 'Cluster of context {context} answers ({server}, Kubernetes {version})',
  stepNamespaceThere: 'Namespace {namespace} is there',
  stepNamespaceUnseen: 'Namespace {namespace} is taken to be there, since you may not look at namespaces',
  stepNamespaceNew: 'Namespace {namespace} is not there yet and will be created',
  stepRights: 'All needed rights are there',
  stepRelease: 'Release tracer in namespace {namespace}: {state}',
  stepChart: 'The chart renders, and the cluster knows every kind in it ({chart})',
  stepRecovered: 'What an unfinished run left ({state}) is cleared away',
  stepRepo: 'Chart repository {name} ({url}) added and updated',
  repoReplaced: 'The chart repository "{name}" pointed to {old}; it now points to {url}',
  stepApplying: 'helm applies release tracer',
  stepApplied: 'Release tracer is applied',
  stepWaiting: 'Waiting: {what}',
  stepReady: 'Everything is ready',

  // The plan.
  planTitle: 'Plan',
  planContext: '  Context     {context} ({server})',
  planNamespaceThere: '  Namespace   {namespace}',
  planNamespaceNew: '  Namespace   {namespace}, will be created',
  planRelease: '  Release     tracer, {action}',
  planChart: '  Chart       {chart}',
  planServer: '  Server      finds traces in {kind} at {endpoint}',
  planDatabase: '  Database    PostgreSQL, with a volume of its own',
  planDatabaseThere: '  Database    PostgreSQL, with the volume that is there ({volume}) and what it holds',
  planCollector: '  Collector   {says}',
  planBackend: '  Backend     {says}',
  planSample: '  Sample app  {says}',
  planUpgrade:
    '  Upgrade     what an earlier run installed or set, and this one does not, is removed or set back; data and password stay',
  planByValues: '  {part} as --set and --values say',
  planOverrides: '  Values      those of --set and --values win over what stands above',
  chartPackaged: 'tracer {version}, ships with this command',
  chartFrom: 'tracer {version} from {source}',
  collectorInstalled: 'will be installed; it takes OTLP at {at} and exports to {target}',
  collectorSkipped: "will not be installed (--skip-collector); the server's exporter is off",
  backendInstalled: 'kind A will be installed',
  backendSkipped: 'will not be installed (--skip-backend); {endpoint} has to exist in namespace {namespace}',
  backendOwn: 'will not be installed; {endpoint} is yours',
  sampleInstalled: 'will be installed; it sends to {target}',
  sampleTargetByValues: 'what the values say',
  sampleSkipped: 'will not be installed (--skip-pma)',
  actionInstall: 'will be installed',
  actionUpgrade: 'revision {revision} will be upgraded',
  actionRecover: '{state} since an earlier run did not finish: will be cleared and installed again',
  askInstall: 'Go on in context {context}? [y/N] ',
  notConfirmed: 'Nothing was changed',
  dryRunDone: 'Dry run: nothing was changed',

  // Uninstalling.
  uninstallUnconfirmed: 'There is no terminal to ask on: add --yes to uninstall without being asked',
  nothingThere:
    'There is no release "tracer" in namespace {namespace} of context {context}: choose another with --namespace or --context',
  askUninstall: 'Remove tracer and its data ({data}) from namespace {namespace} of context {context}? [y/N] ',
  askUninstallKeep:
    'Remove tracer from namespace {namespace} of context {context}, but keep its data ({data})? [y/N] ',
  nothingToKeep:
    'There is no volume of tracer in namespace {namespace}, so nothing would be kept: its database is elsewhere, or runs without one. Leave --keep-data out',
  dataGoing:
    'The volume {claim} in namespace {namespace} is already being deleted and cannot be kept: leave --keep-data out',
  otherDriver:
    'helm keeps its records elsewhere than in the cluster (HELM_DRIVER={driver}), which is not supported: use HELM_DRIVER=secret or configmap',
  stepRetaining: 'The volume is taken from its StatefulSet, to stay without it',
  stepRemovingRest: 'Everything but volume and password is removed',
  stepRemoving: 'helm removes release tracer',
  stepRemoved: 'Release tracer is removed',
  uninstallFailed: 'Uninstalling stopped: {reason}\nRunning the same line again goes on from here',
  notGone: 'Not gone within {timeout}: {what}',
  uninstalled: 'tracer and its data are gone from namespace {namespace}; the namespace itself stays.',
  uninstalledKept:
    'tracer is gone from namespace {namespace}; kept: {kept}. Installing again takes it up; uninstalling again removes it.',
  uninstalledRetained:
    'tracer is gone from namespace {namespace}; kept, because it was installed with postgresql.persistence.retain=true: {kept}. Installing again takes it up. To remove it: {remove}',
  keptThere:
    'There is no release "tracer" in namespace {namespace} of context {context}, only data that an earlier one has left: {data}\nInstalling again takes it up; uninstalling without --keep-data removes it',
  retainedThere:
    'There is no release "tracer" in namespace {namespace} of context {context}, only data that postgresql.persistence.retain=true has kept: {data}\nTo remove it: {remove}',
  uninstallInterrupted:
    'Interrupted. Begun until then: {steps}\nRunning the same line again goes on from here',

  // When it goes wrong.
  applyFailed: 'helm could not apply release tracer: {reason}',
  applyTimedOut: 'helm did not finish within {timeout}: the cluster may have stopped answering',
  notReady: 'Not ready within {timeout}: {what}',
  stoppedAnswering: 'The cluster stopped answering: {reason}',
  interrupted: 'Interrupted',
  eventsTitle: 'Last events in namespace {namespace}:',
  logsTitle: 'Last log lines of {pod}:',
  runAgain: 'Running the same line again goes on from here. To remove what is there: {uninstall}',

  // Status, open, version.
  statusTitle:
    'Release tracer ({chart}, revision {revision}, {status}) in namespace {namespace} of context {context}',
  statusWorkload: '  {sign} {name} {ready}/{wanted} {image}{reason}',
  statusService: '  {name}: {ports}{path}',
  statusPath: ', under {path}',
  statusServices: 'Reached inside the cluster at',
  statusHealthy: 'Everything is healthy',
  statusUnhealthy: 'Not healthy: {what}',
  statusRelease: 'the last change of release tracer ended as {state}; installing it again puts it right',
  noServer:
    'Namespace {namespace} of context {context} has no Service "tracer": install it, or choose another with --namespace or --context',
  forwardFailed: 'kubectl could not forward a port to the server: {reason}',
  forwardEnded: 'The connection to the server ended: {reason}',
  opened: 'tracer is at {url} until Ctrl-C',
  noBrowser: 'No browser could be started ({reason}): open {url} yourself',
  clientVersion: 'client {version}',
  serverVersion: 'server {version} (namespace {namespace} of context {context})',
  serverUnknown: 'server not reached: {reason}',

  // The end.
  installed: 'tracer is installed in namespace {namespace}.',
  applied: 'tracer is applied in namespace {namespace}; nothing was waited for.',
  reach: '  Reach it:   {forward}',
  browse: '  Open:       {url}',
  remove: '  Remove it:  {uninstall}',
} as const;

export type TextName = keyof typeof TEXTS;

/** An address in a text, with who logs in by it and the password hidden. */
function masked(value: string): string {
  return value.replace(/(https?:\/\/)[^/?#\s"]*@/g, '$1***@');
}

/** A text with its values filled in, passwords in addresses hidden; throws `TypeError` for a value that the text has and `values` has not. */
export function text(name: TextName, values: Readonly<Record<string, string | number>> = {}): string {
  return TEXTS[name].replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new TypeError(`text ${name} needs a value for ${key}`);
    return masked(String(value));
  });
}
