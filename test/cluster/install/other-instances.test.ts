import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from '../support/chart-repository.ts';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install, invocation} from '../support/installers.ts';
import {run} from '../support/run.ts';
import '../timeout.ts';

const STARTER = path.resolve(import.meta.dirname, '..', '..', '..', 'bin', 'run.cjs');
const [major = 3] = helmMajors;
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend'];

let repository: ChartRepository;
beforeAll(async () => {
  repository = await serveChart(major);
});
afterAll(() => repository.close());
const environment = () => ({helm: major, chartRepository: repository.url});

/** Adds a server of another chart with the same instance label, whose pod cannot be scheduled. */
async function addServer(namespace: string): Promise<void> {
  const labels = {
    'app.kubernetes.io/instance': 'tracer',
    'app.kubernetes.io/name': 'shop',
    'app.kubernetes.io/component': 'server',
  };
  // Its name sorts before the ones of our objects.
  const metadata = {name: 'a-shop', labels};
  const container = {name: 'shop', image: 'example.invalid/shop:0.0.7'};
  const template = {
    metadata: {labels},
    spec: {containers: [container], nodeSelector: {disk: 'of-another-cluster'}},
  };
  const items = [
    {apiVersion: 'v1', kind: 'Service', metadata, spec: {selector: labels, ports: [{port: 7000}]}},
    {apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: {selector: {matchLabels: labels}, template}},
  ];
  const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items});
  expect(await kubectl(['create', '-n', namespace, '-f', '-'], list)).toMatchObject({status: 0});
}

describe('objects of other charts with the same instance label are ignored', () => {
  it.each([
    {installer: INSTALLERS[0], options: []},
    {installer: INSTALLERS[0], options: ['--set', 'nameOverride=traces,fullnameOverride=tracer']},
    {installer: INSTALLERS[1], options: []},
  ])('by the $installer with $options, by status and by version', ({installer, options}) =>
    inNamespace(async (namespace) => {
      await addServer(namespace);
      const installed = await install(installer, ['--namespace', namespace, ...LITTLE, ...options], {
        ...environment(),
        seconds: 60,
      });
      expect({status: installed.status, stderr: installed.stderr}).toEqual({status: 0, stderr: ''});
      const {env} = invocation('command', [], environment());
      const read = async (command: string) => {
        const words = [STARTER, 'tracer', command, '--json', '--namespace', namespace];
        return JSON.parse((await run(process.execPath, words, {env})).stdout);
      };
      expect(await read('status')).toMatchObject({
        healthy: true,
        workloads: [{name: 'tracer'}, {name: 'tracer-postgresql'}],
        services: [{name: 'tracer'}, {name: 'tracer-postgresql'}],
        server: {name: 'tracer', port: 11633},
      });
      expect(await read('version')).toMatchObject({server: {version: 'v0.16.0'}});
    }),
  );
});
