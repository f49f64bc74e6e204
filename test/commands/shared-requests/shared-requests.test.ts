import path from 'node:path';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const describeApi = (name: string, hostname = 'api.example', more = '') => `openapi: 3.1.0
x-apigen: {mesh: envoy-gateway, gateway: {name: g, hostnames: ["${hostname}"]}, service: {name: ${name}, port: 80}${more}}
paths: {/: {get: {}}}
`;

/** Two of one Service in a mesh. */
const PART =
  'openapi: 3.1.0\nx-apigen: {mesh: istio, service: {name: pets, port: 80}}\npaths: {/: {get: {}}}\n';

/** Services of the same pods. */
const ofPods = (name: string, port: number) =>
  `openapi: 3.1.0\nx-apigen: {mesh: istio, service: {name: ${name}, port: 80}, security: {enforce: true, selector: {app: pets}, ports: [${port}]}}\npaths: {/: {get: {security: []}}}\n`;

const ofLinkerd = (name: string, ports: string) =>
  `openapi: 3.1.0\nx-apigen: {mesh: linkerd, target: httproute, service: {name: ${name}, port: 80}, security: {enforce: true, selector: {app: pets}, ports: ${ports}, probes: []}}\npaths: {/: {get: {security: []}}}\n`;

const folder = folderWith({
  'pods.yaml': ofPods('pets', 8080),
  'admin-pods.yaml': ofPods('admin', 9090),
  'other-pods.yaml': ofPods('other', 8080).replace('app: pets', 'app: other'),
  'linkerd.yaml': ofLinkerd('pets', '[8080, 9090]'),
  'linkerd-admin.yaml': ofLinkerd('admin', '[9090]'),
  'linkerd-metrics.yaml': ofLinkerd('metrics', '[9091]'),
  'foo.yaml': describeApi('foo'),
  'bar.yaml': describeApi('bar'),
  'wildcard.yaml': describeApi('wildcard', '*.example'),
  'elsewhere.yaml': describeApi('elsewhere', 'elsewhere.example'),
  'search.yaml': describeApi('search').replace('/:', '/search:'),
  'any.yaml': describeApi('any').replace('/:', '"/{any}":'),
  'ignored.yaml': describeApi('ignored').replace('get: {}', 'x-apigen-ignore: [shared-request], get: {}'),
  'put.yaml': describeApi('put').replace('/: {get', '"/items/{id}": {put'),
  'get.yaml': describeApi('get').replace('/: {get', '/items/5: {get'),
  'requests.log': ['/', '/search', '/search', '/other', '/items/5']
    .map((target) => `{"method":"GET","path":"${target}","host":"api.example","request_time":2.5}\n`)
    .join(''),
  'put.log': 'PUT /items/5\nPUT /items/6\nPUT /items/5\n',
  'part.yaml': PART,
  'other-part.yaml': PART,
  'redocly.yaml':
    'plugins: ["@apigen/cli/redocly"]\napis: {foo: {root: foo.yaml}, bar: {root: bar.yaml}}\ndecorators: {apigen/service-profile: {output: "{api}.out.yaml"}}\n',
});

testTranscript(path.join(import.meta.dirname, 'shared-requests.txt'), () => folder);
