import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {type ChartRepository, serveChart, serveChartThatNeverStarts} from '../support/chart-repository.ts';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install, start} from '../support/installers.ts';
import {kubeconfigAt, serverAddress} from '../support/kubeconfigs.ts';
import {proxyTo} from '../support/proxy.ts';

/** Checks the command's report of pods that a quota refuses. */
function expectQuotaReport(stderr: string): void {
  const refused = 'is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0';
  expect(stderr).toMatch(
    new RegExp(
      `^Error: not ready within 8s: tracer 0/1 \\(pods "tracer-\\S+" ${refused}\\), .*tracer-postgresql 0/1 \\(pods "tracer-postgresql-0" ${refused}\\)`,
    ),
  );
  expect(stderr).toMatch(/\n {2}Warning StatefulSet\/tracer-postgresql FailedCreate: .*exceeded quota: none/);
  expect(stderr).toContain(
    '\nrun the same command again to continue, or remove what is installed with `helm uninstall tracer ',
  );
}

const simulated = clusterAccess().simulated ? it : it.skip;

describe.each(helmMajors)('when an installation fails under helm %i', (major) => {
  let repository: ChartRepository;
  let neverStarts: ChartRepository;
  beforeAll(async () => {
    repository = await serveChart(major);
    neverStarts = await serveChartThatNeverStarts(major);
  });
  afterAll(() => {
    repository.close();
    neverStarts.close();
  });
  const environment = () => ({helm: major, chartRepository: repository.url});
  const expectDone = async (installer: (typeof INSTALLERS)[number], namespace: string) => {
    const {status, stderr} = await install(installer, ['--namespace', namespace], environment());
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
  };

  it.each(INSTALLERS)(
    'the %s fails when a quota refuses pods, and continues when it no longer does',
    (installer) =>
      inNamespace(async (namespace) => {
        await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
        const {status, stderr} = await install(installer, ['--namespace', namespace], {
          ...environment(),
          seconds: 8,
        });
        expect(status).toBe(1);
        if (installer === 'script')
          expect(stderr).toContain('Error: helm could not install release tracer: ');
        else expectQuotaReport(stderr);
        await kubectl(['delete', 'quota', 'none', '-n', namespace]);
        await expectDone(installer, namespace);
      }),
  );

  // kwok simulates a kubelet that cannot pull the image, since nothing is pulled here.
  simulated.each(INSTALLERS)(
    'the %s fails when an image cannot be pulled, and continues with one that can',
    (installer) =>
      inNamespace(async (namespace) => {
        const options = ['--namespace', namespace, '--chart-repo', neverStarts.url];
        const {status, stderr} = await install(installer, options, {...environment(), seconds: 8});
        expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining('ImagePullBackOff')});
        if (installer === 'command') {
          expect(stderr).toMatch(/^Error: not ready within 8s: /);
          expect(stderr).toContain(`Events in namespace ${namespace}:\n  Warning `);
        }
        await expectDone(installer, namespace);
      }),
  );

  // Slow, and independent of helm: one major version is enough.
  (major === helmMajors[0] ? simulated : it.skip)(
    'the command reports that the cluster stopped answering, and continues when it answers',
    () =>
      inNamespace(async (namespace) => {
        const proxy = await proxyTo(serverAddress());
        const env = {KUBECONFIG: kubeconfigAt(proxy.address)};
        const options = ['--namespace', namespace, '--chart-repo', neverStarts.url];
        const running = start('command', options, {...environment(), env});
        await running.printed('waiting for ');
        proxy.fallSilent();
        const {status, stderr} = await running.ended;
        proxy.close();
        expect({status, stderr}).toEqual({
          status: 1,
          stderr: expect.stringMatching(/^Error: the cluster stopped answering: /),
        });
        await expectDone('command', namespace);
      }),
  );
});
