import {MAX_PROBLEMS} from '../../core/base/limits.ts';
import {anyText, integer, oneOf} from '../../core/settings/types/index.ts';
import {APIS_FLAGS, flagsLike, type MeshFlag, runFlags, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {explainRule} from '../help-pages.ts';
import {processTerminal} from '../process-terminal.ts';
import {LINT_FORMATS} from './formats.ts';
import {runLint} from './run-lint.ts';

const LINT_FLAGS: readonly MeshFlag[] = [
  ...flagsLike(APIS_FLAGS, {
    merge: {summary: 'Several descriptions of one Service: lint them as one API'},
    'keep-going': {summary: 'Lint the other descriptions although a pattern matches none, and exit 1'},
    config: {summary: 'Lint the APIs of this file, with the options of the decorator for each'},
  }),
  ...runFlags({strict: {}}),
  {
    key: 'format',
    type: oneOf(LINT_FORMATS),
    default: LINT_FORMATS[0],
    group: 'output',
    summary: 'Format of the problems',
    example: 'sarif',
  },
  switchFlag('quiet', 'output', 'Print errors only'),
  {
    key: 'max-problems',
    type: integer({name: 'int32', minimum: 1, maximum: MAX_PROBLEMS}),
    group: 'output',
    summary: 'Print the most severe problems, and how many others there are',
    example: 10,
  },
  {
    key: 'explain',
    type: anyText('rule'),
    group: 'help',
    summary: 'Print the page of a rule',
    example: 'server-path',
  },
];

export default class Lint extends checkedCommand(LINT_FLAGS, {
  summary: 'Check OpenAPI descriptions and their settings, and write nothing',
  description: [
    'The rules are those of `apigen mesh`, with the severities of the Spectral ruleset: a missing service name is a warning, since a flag ' +
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
    const {root, version} = this.config;
    const [rule] = this.line.given.explain ?? [];
    if (rule !== undefined) process.exitCode = await explainRule(rule, root);
    else
      await this.withApis(({input, values}) => {
        const format = LINT_FORMATS.find((name) => name === values.format);
        const most = typeof values['max-problems'] === 'number' ? values['max-problems'] : undefined;
        return runLint({...input, format, most, isQuiet: values.quiet === true, version}, processTerminal);
      });
  }
}
