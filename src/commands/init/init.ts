import {Args} from '@oclif/core';
import {dnsLabel, text, textList} from '../../core/settings/types/index.ts';
import {useCluster} from '../../io/cluster/kubectl.ts';
import {refuse} from '../../io/print/problems.ts';
import {readArguments} from '../arguments/arguments.ts';
import {type CommandFlag, INPUT_ARGUMENT, runFlags, SETTING_FLAGS, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {canAsk, processTerminal} from '../process-terminal.ts';
import {TERMINAL_QUESTIONS} from './asking.ts';
import {PROJECT_FILE_TABLE, PROJECT_FILES} from './project-files.ts';
import {runInit} from './run-init.ts';
import {PLACEHOLDER} from './suggest-settings.ts';

const NAMES = {
  type: text({
    ...dnsLabel,
    expected: `${dnsLabel.expected}, or a pattern of them with {file}, {folder} and {title}`,
    isValid: (value) => dnsLabel.check(value.replace(PLACEHOLDER, 'a')).length === 0,
  }),
  summary: 'Name of the target Service; of several a pattern with {file}, {folder} and {title}',
};

const INIT_FLAGS: readonly CommandFlag[] = [
  {
    key: 'in',
    char: 'i',
    type: textList('file'),
    heading: 'input',
    summary:
      'File with an OpenAPI description, or a pattern such as `services/*/openapi.yaml`; without it, the one in the working directory or below',
    example: ['openapi.yaml'],
  },
  switchFlag(
    'from-cluster',
    'input',
    'Take the Service from the cluster, with kubectl; nothing is changed there',
  ),
  ...runFlags({context: {needs: 'from-cluster'}, kubeconfig: {needs: 'from-cluster'}}),
  ...PROJECT_FILES.map((key) => switchFlag(key, 'output', `Set up ${PROJECT_FILE_TABLE[key].summary}`)),
  switchFlag('yes', 'output', 'Write what the difference shows, without questions', {char: 'y'}),
  ...SETTING_FLAGS.map((flag) => (flag.key === 'service.name' ? {...flag, ...NAMES} : flag)),
];

export default class Init extends checkedCommand(INIT_FLAGS, {
  summary: 'Write settings into descriptions, and set up other tools',
  description: [
    'Asks for what no flag gives, and offers the Services of the cluster that kubectl reaches. Shows the difference, and writes it when ' +
      'you agree. Text is inserted: no comment, quote or blank line changes, and what is set already stays. Without a terminal, or with ' +
      '--yes, nothing is asked: what is taken from the description is listed, and what is left to set, such as the prefix of the paths.',
    "Of several descriptions each has the Service that it suggests, or that --service.name '{folder}' gives, and they share the other " +
      'answers. Without -i it looks for descriptions in the working directory. --redocly and --spectral create the files of these tools ' +
      'there, --pre-commit and --github-actions at the root of the Git repository. Of a file that exists, what to add is printed.',
  ],
  examples: [
    '',
    '-i openapi.yaml --mesh istio --service.name shop --yes',
    "-i 'services/*/openapi.yaml' --mesh linkerd",
    '-i openapi.yaml --from-cluster --spectral --pre-commit',
  ],
}) {
  static override readonly args = {
    description: Args.string({
      ...INPUT_ARGUMENT,
      description: 'a file with an OpenAPI description, or a pattern, as for -i',
    }),
  };

  override async run(): Promise<void> {
    const {given, words, problems: misread} = this.line;
    const {settings, run, values, problems: wrong} = readArguments(given, INIT_FLAGS);
    const problems = [...misread, ...wrong];
    useCluster(run);
    const request = {
      in: [values.in, words].flat().filter((one) => typeof one === 'string'),
      settings,
      files: PROJECT_FILES.filter((key) => values[key] === true),
      fromCluster: values['from-cluster'] === true,
      yes: values.yes === true,
      version: this.config.version,
    };
    process.exitCode =
      problems.length > 0
        ? refuse(processTerminal, ...problems)
        : await runInit(request, processTerminal, canAsk() ? TERMINAL_QUESTIONS : undefined);
  }
}
