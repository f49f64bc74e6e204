import {inputError} from '../../core/base/problem.ts';
import {notAFolder} from '../arguments/apis-arguments.ts';
import {flagsLike, MESH_FLAGS, type MeshFlag, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runDiff} from './run-diff.ts';

const DIFF_FLAGS: readonly MeshFlag[] = [
  ...flagsLike(
    MESH_FLAGS.filter(({key}) => !['check', 'watch'].includes(key)),
    {
      in: {
        summary:
          'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern, with a folder, --merge or --cluster',
      },
      config: {summary: 'Compare the output of every API in this file'},
      out: {excludes: [], summary: 'Compare with this file, or with <service>.yaml in this folder'},
      'keep-going': {
        summary: 'Compare the descriptions without an error although others have one, and exit 2',
      },
      json: {excludes: [], summary: 'Print differences and problems as JSON'},
    },
  ),
  switchFlag('cluster', 'output', "Compare with the cluster of kubectl's current context, by route", {
    excludes: ['out'],
  }),
];

const NOTHING_TO_COMPARE = inputError(
  'nothing to compare with',
  'name the file or the folder with `-o`, or add `--cluster`',
);

export default class Diff extends checkedCommand(DIFF_FLAGS, {
  summary: 'Show what writing the output, or applying it to the cluster, would change',
  description: [
    'Files are compared in the form of `git diff`, a cluster by route. Nothing is written or applied.',
  ],
  examples: [
    '-i openapi.yaml -o mesh/petstore.yaml',
    "-i 'services/*/openapi.yaml' -o mesh/",
    '-i openapi.yaml --cluster',
    '--config redocly.yaml',
  ],
}) {
  override run(): Promise<void> {
    const {given} = this.line;
    return this.withApis(
      ({input, values: {cluster}}) =>
        runDiff({...input, comparedWith: cluster ? 'cluster' : 'files'}, processTerminal),
      (run) => {
        const isCompared = run.config !== undefined || run.out !== undefined || 'cluster' in given;
        return isCompared ? notAFolder(run, 'out') : [NOTHING_TO_COMPARE];
      },
    );
  }
}
