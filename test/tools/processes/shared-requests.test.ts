import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {generate} from '../../../src/core/generate/generate.ts';
import {startCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const PATH = `${fileURLToPath(new URL('../../fake-cluster', import.meta.url))}${path.delimiter}${process.env.PATH}`;
const settings = (name: string) => ({
  mesh: 'envoy-gateway',
  gateway: {name: 'g', hostnames: ['api.example']},
  service: {name, port: 80},
});
const describeApi = (name: string) =>
  `openapi: 3.1.0\nx-apigen: ${JSON.stringify(settings(name))}\npaths: {/: {get: {}}}\n`;

/** What `apigen apply bar.yaml` makes, the HTTPRoute of somebody else, and their Gateway. */
const OBJECTS = [
  ...generate({openapi: '3.1.0', 'x-apigen': settings('bar'), paths: {'/': {get: {}}}}).objects,
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {name: 'web', namespace: 'infra'},
    spec: {
      parentRefs: [{name: 'g', namespace: 'default'}],
      rules: [{matches: [{path: {type: 'Exact', value: '/'}, method: 'GET'}]}],
    },
  },
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: {name: 'g', namespace: 'default'},
    spec: {listeners: [{name: 'web', hostname: '*.example'}]},
  },
  {apiVersion: 'v1', kind: 'Service', metadata: {name: 'bar', namespace: 'default'}},
].map((object) => ({
  ...object,
  metadata: {...object.metadata, creationTimestamp: '2026-01-02T00:00:00Z'},
}));

const folder = folderWith({
  'foo.yaml': describeApi('foo'),
  'bar.yaml': describeApi('bar'),
  'cluster.json': JSON.stringify({objects: OBJECTS}),
});

testTranscript(
  path.join(import.meta.dirname, 'shared-requests.txt'),
  () => folder,
  (args, options) => startCli(args, {...options, env: {PATH}}),
);
