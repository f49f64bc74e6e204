import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const FAKE = fileURLToPath(new URL('../../fake-cluster', import.meta.url));

/** Deployments of a control plane with these images. */
const running = (label: string, ...images: readonly string[]) => {
  const [name = '', value] = label.split('=');
  return images.map((image, index) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name: `control-plane-${index}`, namespace: 'mesh', labels: {[name]: value}},
    spec: {template: {spec: {containers: [{image: 'proxy:v0.1.2'}, {image}]}}},
  }));
};
const linkerd = (...tags: readonly string[]) =>
  running(
    'linkerd.io/control-plane-component=destination',
    ...tags.map((tag) => `cr.l5d.io/linkerd/controller:${tag}`),
  );

const crd = (version: string, channel = 'standard') => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'httproutes.gateway.networking.k8s.io',
    annotations: {
      'gateway.networking.k8s.io/bundle-version': version,
      'gateway.networking.k8s.io/channel': channel,
    },
  },
});

const TIMEOUTS = 'timeouts of HTTPRoutes need Linkerd 2.20 (edge-25.11.3) or later';
const OLD_LINKERD = 'update it, or use the target `service-profile`';
const OLD_CRDS = 'update it, or set `gateway_api` to what the cluster has';
const LINKERD_NOTE = `note  mesh-version: ${TIMEOUTS}\n    for an older one, use the target \`service-profile\`\n`;
const warning = (message: string, version: string, hint: string) =>
  `warning  mesh-version: ${message}: the cluster has ${version}\n    ${hint}\n`;

const LINKERD = 'mesh: linkerd, target: httproute, timeouts: {request: 500ms}';
const CILIUM = 'mesh: cilium, gateway_api: "1.7", retryable: true';
const NAMES = 'mesh: istio, gateway: {name: g, hostnames: [a.example]}, group: operation, gateway_api: "1.4"';

test.each([
  {
    name: 'an older edge release',
    settings: LINKERD,
    objects: linkerd('edge-25.11.2'),
    want: warning(TIMEOUTS, 'edge-25.11.2', OLD_LINKERD),
  },
  {name: 'the first edge release', settings: LINKERD, objects: linkerd('edge-25.11.3'), want: ''},
  {
    name: 'an older version',
    settings: LINKERD,
    objects: linkerd('enterprise-2.19.1'),
    want: warning(TIMEOUTS, 'enterprise-2.19.1', OLD_LINKERD),
  },
  {name: 'a later version', settings: LINKERD, objects: linkerd('stable-2.20.0@sha256:0123'), want: ''},
  {
    name: 'two revisions',
    settings: LINKERD,
    objects: linkerd('2.20.0', '2.18.3'),
    want: warning(TIMEOUTS, '2.18.3', OLD_LINKERD),
  },
  {name: 'a tag without a version', settings: LINKERD, objects: linkerd('latest'), want: LINKERD_NOTE},
  {name: 'no control plane', settings: LINKERD, objects: [], want: LINKERD_NOTE},
  {
    name: 'no permission',
    settings: LINKERD,
    objects: linkerd('2.18.3'),
    forbidden: ['deployments'],
    want: LINKERD_NOTE,
  },
  {
    name: 'nothing that an old version lacks',
    settings: 'mesh: linkerd, target: httproute',
    objects: linkerd('2.16.0'),
    want: '',
  },
  {
    name: 'a ServiceProfile',
    settings: 'mesh: linkerd, timeouts: {request: 5s}',
    objects: linkerd('2.16.0'),
    want: '',
  },
  {
    name: 'an operator for one cloud',
    settings: CILIUM,
    objects: running('io.cilium/app=operator', 'quay.io/cilium/operator-aws:v1.19.7'),
    want: warning('retries of HTTPRoutes need Cilium 1.20 or later', 'v1.19.7', 'update it'),
  },
  {
    name: 'an unsupported version, for which no note is printed',
    settings: CILIUM.replace('cilium', 'istio'),
    objects: running('app=istiod', 'docker.io/istio/pilot:1.24.2-distroless'),
    want: warning('retries of HTTPRoutes need Istio 1.25 or later', '1.24.2-distroless', 'update it'),
  },
  {
    name: 'an older version, which the description leaves out',
    settings: `${LINKERD}, service: {name: a, port: 80}}\nx-apigen-ignore: [mesh-version]\nx-other: {a: 1`,
    objects: linkerd('2.18.3'),
    want: '',
  },
  {
    name: 'older CRDs',
    settings: NAMES,
    objects: [crd('v1.2.1')],
    want: warning('names of rules of HTTPRoutes need the Gateway API 1.4 or later', 'v1.2.1', OLD_CRDS),
  },
  {name: 'CRDs with the field', settings: NAMES, objects: [crd('v1.5.0')], want: ''},
  {
    name: 'CRDs of the experimental channel',
    settings: NAMES,
    objects: [crd('v1.2.1', 'experimental')],
    want: '',
  },
  {
    name: 'no permission for CRDs',
    settings: NAMES,
    objects: [crd('v1.2.1')],
    forbidden: ['customresourcedefinitions'],
    want: '',
  },
])('diff --cluster with $name', async ({settings, objects, forbidden = [], want}) => {
  const cwd = folderWith({
    'cluster.json': JSON.stringify({objects, forbidden}),
    'a.yaml': `openapi: 3.1.0\nx-apigen: {${settings}, service: {name: a, port: 80}}\npaths: {/a: {get: {operationId: a}}}\n`,
  });
  const env = {PATH: `${FAKE}${path.delimiter}${process.env.PATH}`};
  const run = await runCli(['diff', 'a.yaml', '--cluster'], {cwd, env});
  const differences = run.stdout.match(/^@@/gm)?.length ?? 0;
  const counted = differences === 1 ? '1 difference' : `${differences} differences`;
  expect({...run, stdout: ''}).toEqual(
    ends(1, `${want}${counted} between the cluster and the description\n`),
  );
});
