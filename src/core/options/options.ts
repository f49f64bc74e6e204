import {skippedRules} from '../generate/rule-list.ts';
import {type Entry, SWITCH} from '../settings/table.ts';
import {anyText, oneOf, text, textList, type ValueOf} from '../settings/types/index.ts';
import {DEFAULT_TARGET, TARGETS} from '../targets/index.ts';
import {outputFile} from '../targets/target.ts';
import {OUTPUT_FORMATS} from './output-format.ts';
import {fileOrFolder, outputPathType} from './output-path.ts';

/** An option of one run rather than of the API or its mesh. */
export interface RunOption extends Entry {
  /** The name of the flag; absent for what only a configuration file can say. */
  readonly flag?: string;
  /** Whether it is an option of the Redocly decorator, under its key. */
  readonly decorator?: true;
  /** Flags that it cannot be combined with. */
  readonly excludes?: readonly string[];
  /** The flags without one of which it has no effect. */
  readonly needs?: string | readonly string[];
  /** For a flag that cannot be combined with a configuration file: what to do instead. */
  readonly insteadWithConfig?: string;
}

/** An option as the table has it, under its key. `flag` is the key in kebab case unless it is given; `false` for none. */
type Row = Omit<RunOption, 'key' | 'flag'> & {readonly flag?: string | false};

const OTHER_FILES = TARGETS.filter((target) => target !== DEFAULT_TARGET)
  .map((target) => `of ${target.all} \`${outputFile(target)}\``)
  .join(', ');

const CATCH_ALLS = TARGETS.flatMap(({catchAll}) => catchAll ?? []).join(' or ');

/** A name that is not empty: kubectl would take an empty one for none. */
function nameType(name: string) {
  return text({name, expected: `the name of a ${name}`, pattern: '.'});
}

/** What concerns Services of a cluster alone. */
const OF_SERVICES = {needs: 'from-services', heading: 'services'} as const;

const ROWS = {
  in: {
    char: 'i',
    type: textList('file|url|-'),
    heading: 'input',
    insteadWithConfig: 'name the description in redocly.yaml, or remove `--config`',
    summary:
      'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern, with -o <folder>/ or --merge',
    example: ['openapi.yaml'],
  },
  merge: {
    ...SWITCH,
    heading: 'input',
    insteadWithConfig: 'remove it: each API has an output of its own',
    summary: 'Several descriptions of one Service: one output with the routes of all of them',
  },
  config: {
    type: anyText('redocly.yaml'),
    heading: 'input',
    summary: 'Write the output of every API in this file, as the Redocly plugin does while bundling',
    example: 'redocly.yaml',
  },
  remoteRefs: {
    ...SWITCH,
    heading: 'input',
    summary: 'Follow references to other hosts',
  },
  allowPlugins: {
    ...SWITCH,
    heading: 'input',
    summary: 'With --config, run the code of the Redocly plugins that the configuration needs',
  },
  readLinkerdExtensions: {
    decorator: true,
    ...SWITCH,
    heading: 'input',
    insteadWithConfig: 'set the option `readLinkerdExtensions` of the decorator `apigen/service-profile`',
    summary: 'Read x-linkerd-timeout and x-linkerd-retryable of operations too; x-apigen takes precedence',
  },
  overlays: {
    flag: 'overlay',
    decorator: true,
    type: textList('file|url'),
    heading: 'input',
    summary: 'OpenAPI Overlays that are applied to the description first, one after another',
    example: ['mesh.overlay.yaml'],
  },
  out: {
    char: 'o',
    type: fileOrFolder,
    heading: 'output',
    insteadWithConfig: 'set the option `output` of the decorator `apigen/service-profile`',
    summary:
      'Write to this file instead of standard output (-), atomically; of several descriptions, to <service>.yaml in this folder',
    example: 'mesh/petstore.yaml',
  },
  check: {
    type: fileOrFolder,
    excludes: ['out'],
    heading: 'output',
    summary:
      'Compare with this file instead of writing: print a diff and exit 1 when it is out of date; a folder for several descriptions; without a file with --config',
    example: 'mesh/petstore.yaml',
  },
  watch: {
    ...SWITCH,
    excludes: ['check'],
    heading: 'output',
    summary:
      'Run again whenever a file changes, and print what changed by route; only `-o` and --config write',
  },
  pruneFiles: {
    ...SWITCH,
    excludes: ['check'],
    heading: 'output',
    summary: 'Remove files that apigen has written to the folder, and that no description gives any more',
  },
  output: {
    flag: false,
    decorator: true,
    type: outputPathType,
    default: outputFile(DEFAULT_TARGET),
    heading: 'output',
    summary: `Where the output is written, relative to redocly.yaml; ${OTHER_FILES}`,
    example: 'mesh/{api}.yaml',
  },
  allowOutside: {
    flag: false,
    decorator: true,
    ...SWITCH,
    heading: 'output',
    summary: 'Allow an output outside of the folder of redocly.yaml',
  },
  keepGoing: {
    ...SWITCH,
    excludes: ['merge'],
    heading: 'output',
    summary: 'Write the outputs of descriptions without an error although others have one, and exit 1',
  },
  json: {
    ...SWITCH,
    excludes: ['watch'],
    heading: 'output',
    summary: 'Print results, objects and problems as JSON; `--format json` prints the objects for kubectl',
  },
  format: {
    type: oneOf(OUTPUT_FORMATS),
    default: OUTPUT_FORMATS[0],
    heading: 'output',
    insteadWithConfig: 'remove it: the files are YAML',
    summary: 'Format of the output',
    example: 'json',
  },
  onlyDescribed: {
    decorator: true,
    ...SWITCH,
    heading: 'output',
    insteadWithConfig: 'set the option `onlyDescribed` of the decorator `apigen/service-profile`',
    summary: `Leave out ${CATCH_ALLS} for requests that are not described, which are answered with 404; the default with a Gateway, and with \`security.enforce\``,
  },
  strict: {
    decorator: true,
    ...SWITCH,
    heading: 'checks',
    summary: 'Treat every warning as an error',
  },
  skipRules: {
    flag: 'skip-rule',
    decorator: true,
    type: skippedRules,
    heading: 'checks',
    insteadWithConfig: 'set the option `skipRules` of the decorator `apigen/service-profile`',
    summary: 'Leave out what these rules find, warnings or notes; `x-apigen-ignore` does so at one place',
    example: ['server-path'],
  },
  allowEmpty: {
    decorator: true,
    ...SWITCH,
    heading: 'checks',
    summary: 'Allow a result without routes',
  },
  severity: {
    flag: false,
    decorator: true,
    // Redocly's own, for every decorator; `on` is `error`.
    type: oneOf(['error', 'warn', 'off', 'on']),
    default: 'error',
    heading: 'checks',
    summary: 'Severity of errors in the bundle',
    example: 'warn',
  },
  fromServices: {
    ...SWITCH,
    excludes: ['in', 'merge', 'config', 'watch', 'service.name', 'service.namespace', 'service.port'],
    heading: 'services',
    summary:
      'The descriptions that Services of the cluster serve, in the namespace of `-n` or of the context: those with the annotation `apigen.dev/openapi`',
  },
  allNamespaces: {
    char: 'A',
    ...SWITCH,
    excludes: ['namespace'],
    ...OF_SERVICES,
    summary: 'Services of all namespaces',
  },
  selector: {
    char: 'l',
    type: anyText('selector'),
    ...OF_SERVICES,
    summary: 'Services with these labels, as for kubectl',
    example: 'team=shop',
  },
  fetch: {
    type: oneOf(['proxy', 'direct']),
    ...OF_SERVICES,
    summary:
      'Ask Services through the API server or directly, by default directly from a pod of the cluster and through the API server elsewhere',
    example: 'proxy',
  },
  context: {
    type: nameType('context'),
    ...OF_SERVICES,
    summary: 'Context of kubectl to use instead of the current one',
    example: 'kind-shop',
  },
  kubeconfig: {
    type: nameType('file'),
    ...OF_SERVICES,
    summary: 'Kubeconfig file to use instead of $KUBECONFIG or ~/.kube/config',
    example: 'kubeconfig.yaml',
  },
  allowGateways: {
    ...SWITCH,
    ...OF_SERVICES,
    summary: 'Take the settings of a Gateway from Services and their descriptions too, not from flags alone',
  },
} as const satisfies Readonly<Record<string, Row>>;

/**
 * Every option of a run, one row each: the flags of `apigen mesh`, the options of the decorator and their docs are derived
 * from this table.
 */
export const RUN_OPTIONS: readonly RunOption[] = Object.entries<Row>(ROWS).map(([key, {flag, ...row}]) => {
  const name = flag ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return {...row, key, ...(name && {flag: name})};
});

export const DECORATOR_OPTIONS = RUN_OPTIONS.filter(({decorator}) => decorator);

/** Values of run options under their keys. */
export type RunValues = {readonly [K in keyof typeof ROWS]?: ValueOf<(typeof ROWS)[K]['type']>};

/** A hint that names options instead of their flags: `--allow-empty` is `allowEmpty: true`. */
export function withOptions(hint: string, options: readonly RunOption[], prefix = ''): string {
  return hint.replaceAll(/`--([\w-]+)(?: ([^`]*))?`/g, (found, flag, value = 'true') => {
    const option = options.find((one) => one.flag === flag);
    return option ? `\`${prefix}${option.key}: ${value}\`` : found;
  });
}
