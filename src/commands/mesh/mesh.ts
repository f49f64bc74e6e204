import {TARGETS} from '../../core/targets/index.ts';
import {MESH_FLAGS} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runMeshArguments} from './run-mesh.ts';

export default class Mesh extends checkedCommand(MESH_FLAGS, {
  summary: `Generate ${TARGETS.map(({all}) => `the ${all}`).join(' or ')} of an OpenAPI description`,
  description: [
    'The output has one route for every path and method, sorted by method and then by path. Every setting can also be in the ' +
      "description, under the key `x-apigen`: a flag wins over the root's `x-apigen`, and `x-apigen` at a path " +
      'or an operation wins over both.',
    'With --config, the outputs of the APIs in a redocly.yaml are written, each to its own file; arguments are their names then.',
  ],
  examples: [
    '-i openapi.yaml --service.name petstore --service.namespace shop --namespace shop | kubectl apply -f -',
    '-i openapi.yaml --service.name petstore --path.base /api/v1 --timeouts.request_timeout 10',
    '-i openapi.yaml --target httproute --mesh istio',
    '-i openapi.yaml -o mesh/petstore.yaml',
    '-i openapi.yaml --check mesh/petstore.yaml',
    '--config redocly.yaml',
    '--config redocly.yaml core@v1',
  ],
}) {
  override async run(): Promise<void> {
    process.exitCode = await runMeshArguments(this.line, processTerminal);
  }
}
