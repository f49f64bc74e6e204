import type {Interfaces} from '@oclif/core';
import type {JsonMap} from '../../core/json.ts';
import type {Problem} from '../../core/problem.ts';
import {boolean} from '../../core/settings/types/index.ts';
import {runInit} from '../../io/init/init.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {readArguments, toTexts} from '../mesh/mesh-arguments.ts';
import {type MeshFlag, RUN_FLAGS, SETTING_FLAGS} from '../mesh/mesh-flags.ts';
import {processTerminal} from '../mesh/run-mesh.ts';

const INIT_FLAGS: readonly MeshFlag[] = [
  ...RUN_FLAGS.filter(({key}) => key === 'in'),
  {key: 'yes', type: boolean, group: 'output', summary: 'Write what the difference shows', example: true},
  ...SETTING_FLAGS,
];

export default class Init extends CheckedCommand {
  protected override readonly table = INIT_FLAGS;

  static override readonly summary = 'Write settings into an OpenAPI description';

  static override readonly description = [
    'Prints the difference first. Text is inserted: no comment, quote or blank line of the description changes.',
    'Exit codes: 0 success, or nothing to change; 1 the description cannot be changed, or --yes is missing; 2 wrong usage.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name shop --yes',
  ];

  static override readonly flags: Interfaces.FlagInput = oclifFlags(INIT_FLAGS);

  override async run(): Promise<void> {
    const {flags} = await this.parse(Init);
    if (this.hasUnexpectedValues()) return;
    const {settings, run, values, problems: wrong} = readArguments(toTexts(flags), INIT_FLAGS);
    const sources = run.in ?? [];
    const given = nested(settings);
    const problems = [
      ...wrong,
      ...wrongSources(sources),
      ...(Object.keys(given).length === 0 ? [NO_SETTING] : []),
    ];
    if (problems.length > 0) {
      processTerminal.error(report(problems, NOWHERE));
      process.exitCode = 2;
      return;
    }
    const request = {in: sources[0] ?? '', settings: given, yes: values.yes === true};
    process.exitCode = await runInit(request, processTerminal);
  }
}

function wrongSources(sources: readonly string[]): Problem[] {
  const [source] = sources;
  const isFile =
    source !== undefined && sources.length === 1 && source !== STANDARD_INPUT && !isRemote(source);
  if (isFile) return [];
  const message = 'expected one file with an OpenAPI description';
  return [{code: 'input', severity: 'error', message, hint: 'name it with `-i <file>`', flag: 'in'}];
}

const NO_SETTING: Problem = {
  code: 'input',
  severity: 'error',
  message: 'no setting is given',
  hint: 'for example `--service.name petstore`',
};

/** Settings by dotted name as the map in `x-apigen`. */
function nested(settings: Readonly<Record<string, unknown>>): JsonMap {
  const groups = new Map<string, unknown>();
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const [group = '', name] = key.split('.');
    const others = groups.get(group);
    if (name === undefined) groups.set(group, value);
    else groups.set(group, {...(typeof others === 'object' ? others : {}), [name]: value});
  }
  return Object.fromEntries(groups);
}
