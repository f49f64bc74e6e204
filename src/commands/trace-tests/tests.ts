import {refuse} from '../../io/print/problems.ts';
import {deliver} from '../../io/run/deliver/deliver.ts';
import {generateEach} from '../../io/run/generate/generate-all.ts';
import type {RunFiles} from '../../io/run/load/load-description.ts';
import {filesProblems} from '../arguments/apis-arguments.ts';
import {APIS_FLAGS, type CommandFlag, flagsLike, methodNames, runFlags} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';

const METHODS_FLAG: CommandFlag = {
  key: 'methods',
  type: methodNames,
  default: 'get,head',
  heading: 'filter',
  summary: 'Test operations of these methods: the requests of tests are sent',
  example: 'get,post',
};

/** Flags of objects, and of warnings, which `apigen routes` prints. */
const OF_OBJECTS = ['labels', 'only-described', 'skip-rule'];

const TESTS_FLAGS: readonly CommandFlag[] = [
  METHODS_FLAG,
  ...flagsLike(
    APIS_FLAGS.filter(({key}) => !OF_OBJECTS.includes(key)),
    {
      config: {summary: 'Test the APIs of this file, with the options of the decorator for each'},
      merge: {summary: 'Several descriptions of one Service: one file with the tests of all of them'},
      'allow-empty': {summary: 'Accept a description without an operation that is tested'},
    },
  ),
  ...runFlags({
    out: {
      insteadWithConfig: '',
      summary:
        'Write to this file instead of standard output (-), atomically; of several descriptions, to <service>.yaml in this folder, or to <api>.yaml with --config',
    },
    check: {
      summary:
        'Compare with this file or folder instead of writing: print a diff and exit 1 when it is out of date',
    },
    json: {excludes: [], needs: ['out', 'check'], summary: 'Print results and problems as JSON'},
  }),
];

const withoutConfig = async (run: RunFiles) => (run.config === undefined ? filesProblems(run) : []);

export default class Tests extends checkedCommand(TESTS_FLAGS, {
  summary: 'Write trace-based tests of the operations of OpenAPI descriptions',
  description: [
    'There is one test for each operation of the methods GET and HEAD, in the format of Tracetest, which `apigen tracer install` installs: ' +
      'its request is made of examples, and the response, its time and the spans of the trace are checked.',
    'The variable `url` is the address of the service, and `token` or the name of the security scheme its credentials. A note lists each parameter without an example.',
  ],
  examples: [
    '-i openapi.yaml -o tests/',
    '-i openapi.yaml --methods get,post',
    '-i openapi.yaml --check tests/',
    '--config redocly.yaml -o tests/',
  ],
}) {
  override run(): Promise<void> {
    return this.withApis(async ({input, values: {methods = METHODS_FLAG.default}}) => {
      const tests = String(methods).toUpperCase().split(',');
      const {generateTests} = await import('../../io/run/generate/generate-tests.ts');
      const outputs = await generateEach({...input, tests}, generateTests, processTerminal);
      // How many APIs a configuration has is known when it was read.
      const problems = outputs.project ? await filesProblems(outputs.run) : [];
      if (problems.length > 0) return refuse(processTerminal, ...problems);
      return (await deliver(outputs, processTerminal)).status;
    }, withoutConfig);
  }
}
