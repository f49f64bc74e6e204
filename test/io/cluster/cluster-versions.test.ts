import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from '@jest/globals';
import {casesIn} from '../../cases-in.ts';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const FAKE = fileURLToPath(new URL('../../fake-cluster', import.meta.url));

/** Deployments of a control plane, by a label and the images that they run. */
const running = (label = '', ...images: readonly string[]) => {
  const [name = '', value] = label.split('=');
  return images.map((image, index) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name: `control-plane-${index}`, namespace: 'mesh', labels: {[name]: value}},
    spec: {template: {spec: {containers: [{image: 'proxy:v0.1.2'}, {image}]}}},
  }));
};
const crd = (version = '', channel = 'standard') => ({
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

interface Row {
  readonly name: string;
  /** Of the description, below its `x-apigen`. */
  readonly settings: string;
  readonly control?: readonly string[];
  /** The version of the CRDs of the Gateway API, and their channel. */
  readonly crd?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly want: string;
}

const ROWS = casesIn<Row>(import.meta.dirname, 'cluster-versions.yaml');

test.each(ROWS)(
  'diff --cluster with $name',
  async ({settings, control, crd: bundle, forbidden = [], want}) => {
    const objects = [...(control ? running(...control) : []), ...(bundle ? [crd(...bundle)] : [])];
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
  },
);
