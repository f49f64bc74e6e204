import {MAX_PROBLEMS} from '../../core/base/limits.ts';
import {hasErrors, type Problem, raiseWarnings} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {toLinted} from '../../core/generate/lint.ts';
import {anyText, number, oneOf} from '../../core/settings/types/index.ts';
import {mostSevere, placeProblems, printProblems, problemLines} from '../../io/print/problems.ts';
import {placeOutputs} from '../../io/run/deliver/output-files.ts';
import {generateAll, printNote, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import type {Output} from '../../io/run/generate/generate-loaded.ts';
import {repeatedIn} from '../../io/run/generate/several-outputs.ts';
import type {ApisArguments} from '../arguments/apis-arguments.ts';
import {
  APIS_FLAGS,
  type CommandFlag,
  flagsLike,
  JSON_FLAG,
  runFlags,
  switchFlag,
} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {explainRule} from '../help-pages.ts';
import {processTerminal} from '../process-terminal.ts';
import {FORMATTERS} from './formats.ts';

const LINT_FLAGS: readonly CommandFlag[] = [
  ...flagsLike(APIS_FLAGS, {
    merge: {summary: 'Several descriptions of one Service: lint them as one API'},
    'keep-going': {summary: 'Lint the other descriptions although a pattern matches none, and exit 1'},
    config: {summary: 'Lint the APIs of this file, with the options of the decorator for each'},
  }),
  ...runFlags({strict: {}}),
  {
    key: 'format',
    type: oneOf(['text', ...Object.keys(FORMATTERS)]),
    default: 'text',
    heading: 'output',
    summary: 'Format of the problems',
    example: 'sarif',
  },
  {...JSON_FLAG, summary: 'Print the problems as JSON: `--format json`', excludes: ['format']},
  switchFlag('quiet', 'output', 'Print errors only'),
  {
    key: 'max-problems',
    type: number({name: 'int32', minimum: 1, maximum: MAX_PROBLEMS}),
    heading: 'output',
    summary: 'Print the most severe problems, and how many others there are',
    example: 10,
  },
  {
    key: 'explain',
    type: anyText('rule'),
    heading: 'help',
    summary: 'Print the page of a rule',
    example: 'server-path',
  },
];

export default class Lint extends checkedCommand(LINT_FLAGS, {
  summary: 'Check OpenAPI descriptions and their settings, and write nothing',
  description: [
    'The rules are those of `apigen mesh`, with the severities of the Spectral ruleset: a missing service name is a warning without --config and flags, since a flag ' +
      'may give it. Of a description that sets nothing for a mesh, only misspelled settings and `paths` are reported, unless flags such as --mesh set some.',
    'Text goes to standard error, the other formats to standard output.',
  ],
  examples: [
    '-i openapi.yaml --strict',
    "-i 'services/*/openapi.yaml' --format github-actions",
    '--config redocly.yaml --format sarif > apigen.sarif',
    '--explain server-path',
  ],
}) {
  override async run(): Promise<void> {
    const [rule] = this.line.given.explain ?? [];
    if (rule !== undefined) process.exitCode = await explainRule(rule, this.config.root);
    else await this.withApis((read) => lint(read, this.config.version));
  }
}

/** GitHub shows the most severe results of a run, and refuses 25,000. Source: GitHub, "SARIF results exceed limit". */
const MAX_SARIF = 5000;

/** Prints what the rules find. Returns the exit code: 0 no errors, 1 when a problem is an error, 2 for an unknown API. */
async function lint({input: {strict, format: _, ...request}, values}: ApisArguments, version: string) {
  const format = FORMATTERS[values.json ? 'json' : String(values.format)];
  const most = typeof values['max-problems'] === 'number' ? values['max-problems'] : undefined;
  const runOutputs = await generateAll({...request, json: format !== undefined}, processTerminal);
  if (!values.quiet) printNote(runOutputs, processTerminal);
  // Whoever types a setting, such as `--mesh istio`, means the description for it.
  const isTyped = Object.values(request.settings ?? {}).some((value) => value !== undefined);
  const {project} = runOutputs;
  const placed = project ? placeOutputs(runOutputs, processTerminal.folder) : runOutputs.outputs;
  const outputs = placed.map((one) => ({...one, isForMesh: one.isForMesh || isTyped}));
  // Matches of HTTPRoutes are compared one by one. With `--merge` the others may be of one Service.
  const compared = project ? [] : outputs.filter(({matchPlaces}) => !matchPlaces);
  const repeated = repeatedIn(compared, runOutputs).map((one): Problem => ({...one, severity: 'warning'}));
  // Nothing else gives what a configuration or flags do not.
  const problemsOf = (one: Output) => (one.isForMesh && (isTyped || project) ? one.problems : toLinted(one));
  const all = [...runOutputs.shared, ...outputs.flatMap(problemsOf), ...repeated];
  const raised = strict ? raiseWarnings(all) : all;
  const problems = values.quiet ? raised.filter(({severity}) => severity === 'error') : raised;
  if (format) {
    const {out, error, folder} = processTerminal;
    const places = placeProblems(problems, runOutputs);
    const sorted = (some: readonly Problem[]) => [...problemLines(some, places).keys()];
    const shown = sorted(
      mostSevere(problems, most ?? (values.format === 'sarif' ? MAX_SARIF : problems.length)),
    );
    const distinct = sorted(problems);
    out(format(shown, places, {folder, version, all: distinct}));
    if (shown.length < distinct.length) error(`and ${distinct.length - shown.length} more\n`);
  } else if (problems.length > 0) printProblems(processTerminal, problems, {...runOutputs, most});
  else if (!values.quiet) processTerminal.error(nothingFound({...runOutputs, outputs}));
  return hasErrors(problems) ? (runOutputs.status ?? 1) : 0;
}

function nothingFound({outputs, noun}: RunOutputs): string {
  const linted = outputs.filter(({skipped}) => skipped === undefined);
  const apart = linted.filter(({isForMesh}) => !isForMesh).length;
  const rest = apart === 0 ? '' : `; ${apart} without settings for a mesh, so its paths are not checked`;
  return `no problems in ${counted(linted.length, noun)}${rest}\n`;
}
