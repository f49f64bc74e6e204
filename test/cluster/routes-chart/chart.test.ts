import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {kubeconfigOfAccount} from '../support/kubeconfigs.ts';

const CHART = path.resolve(import.meta.dirname, '..', '..', '..', 'charts', 'apigen-routes');
const CASES = path.join(import.meta.dirname, 'cases');

const normalized = (objects: string) =>
  objects
    .replaceAll(/^( +helm\.sh\/chart: apigen-routes-).*$/gm, '$1<version>')
    .replaceAll(/\n+(---\n|$(?!\n))/g, '\n$1');

describe.each(helmMajors)('helm %i', (major) => {
  it('lints the chart without errors', async () => {
    const {status, stdout} = await helm(major, ['lint', '--strict', CHART]);
    expect({status, stdout}).toEqual({status: 0, stdout: expect.stringContaining('0 chart(s) failed')});
    expect(stdout).not.toMatch(/\[(WARNING|ERROR)\]/);
  });

  // UPDATE_GOLDEN=1 rewrites the files; review the difference.
  it.each(readdirSync(CASES))('renders the case %s, which the API server takes strictly', async (name) => {
    const values = path.join(CASES, name, 'values.yaml');
    const {status, stdout, stderr} = await helm(major, [
      'template',
      'routes',
      CHART,
      '-n',
      'apigen',
      '-f',
      values,
    ]);
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    const want = path.join(CASES, name, 'want.yaml');
    if (process.env.UPDATE_GOLDEN && major === helmMajors[0]) writeFileSync(want, normalized(stdout));
    expect(normalized(stdout)).toBe(readFileSync(want, 'utf8'));
    await inNamespace(async (namespace) => {
      const objects = stdout.replaceAll(/^ {2}namespace: apigen$/gm, `  namespace: ${namespace}`);
      const strictly = ['--dry-run=server', '--validate=strict', '-n', namespace, '-f', '-'];
      expect(await kubectl(['apply', ...strictly], objects)).toMatchObject({status: 0, stderr: ''});
    });
  });

  it.each([
    {set: 'kinds={pods}', refused: /kinds/},
    {set: 'args={istio}', refused: /args/},
    {set: 'fetch=both', refused: /fetch/},
    {set: 'mesch=istio', refused: /mesch/},
  ])('refuses $set', async ({set, refused}) => {
    const {status, stderr} = await helm(major, ['template', 'routes', CHART, '--set', set]);
    expect({status, stderr}).toEqual({status: 1, stderr: expect.stringMatching(refused)});
  });
});

/** What every account may do: ask what it may, and what the API has. */
const OF_EVERYBODY = /^(selfsubject|\s+\[\/)/;

describe('the account of the chart', () => {
  it.each([
    {
      name: 'by default',
      sets: [],
      may: [
        'authorizationpolicies.policy.linkerd.io [get list create patch delete]',
        'authorizationpolicies.security.istio.io [get list create patch delete]',
        'backendtrafficpolicies.gateway.envoyproxy.io [get list create patch delete]',
        'configmaps [get]',
        'events [create patch]',
        'gateways.gateway.networking.k8s.io [get list]',
        'httproutes.gateway.networking.k8s.io [get list create patch delete]',
        'httproutes.policy.linkerd.io [get list create patch delete]',
        'meshtlsauthentications.policy.linkerd.io [get list create patch delete]',
        'networkauthentications.policy.linkerd.io [get list create patch delete]',
        'requestauthentications.security.istio.io [get list create patch delete]',
        'securitypolicies.gateway.envoyproxy.io [get list create patch delete]',
        'servers.policy.linkerd.io [get list create patch delete]',
        'serviceprofiles.linkerd.io [get list create patch delete]',
        'serviceprofiles.mesh.io [get list create patch delete]',
        'services [get list]',
      ],
    },
    {
      name: 'with Services asked by the API server, and without ConfigMaps and ServiceProfiles',
      sets: ['fetch=proxy', 'configMaps=false', 'kinds={httproutes.gateway.networking.k8s.io}'],
      may: [
        'events [create patch]',
        'gateways.gateway.networking.k8s.io [get list]',
        'httproutes.gateway.networking.k8s.io [get list create patch delete]',
        'services [get list]',
        'services/proxy [get]',
      ],
    },
  ])('may do what a run needs, and nothing else, $name', ({sets, may}) =>
    inNamespace(async (namespace) => {
      const flags = ['suspend=true', 'allNamespaces=false', ...sets].flatMap((set) => ['--set', set]);
      expect(await helm(3, ['install', 'routes', CHART, '-n', namespace, ...flags])).toMatchObject({
        status: 0,
      });
      const kubeconfig = await kubeconfigOfAccount(namespace, 'routes-apigen-routes');
      const list = (...where: string[]) =>
        kubectl(['auth', 'can-i', '--list', '--kubeconfig', kubeconfig, ...where]);
      const allowed = async (...where: string[]) =>
        (await list(...where)).stdout
          .split('\n')
          .slice(1)
          .filter((line) => line.trim() !== '' && !OF_EVERYBODY.test(line))
          .map((line) => line.replaceAll(/ +\[\] +\[\] +/g, ' '))
          .sort();
      expect(await allowed('-n', namespace)).toEqual(may);
      expect(await allowed('-n', 'default')).toEqual([]);
    }),
  );

  it('runs as a pod that the Pod Security Standard `restricted` admits', () =>
    inNamespace(async (namespace) => {
      const standard = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
      expect(await kubectl(['label', 'namespace', namespace, ...standard])).toMatchObject({status: 0});
      const flags = ['--set', 'allNamespaces=false', '--set', 'suspend=true'];
      const install = await helm(3, ['install', 'routes', CHART, '-n', namespace, ...flags]);
      expect(install).toMatchObject({status: 0, stderr: ''});
      const job = ['create', 'job', 'once', '--from=cronjob/routes-apigen-routes', '-n', namespace];
      expect(await kubectl(job)).toMatchObject({status: 0, stderr: ''});
      const wait = ['wait', '--for=create', 'pod', '-l', 'job-name=once', '--timeout=60s', '-n', namespace];
      expect(await kubectl(wait)).toMatchObject({status: 0});
    }));
});
