import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart, serveChartThatNeverStarts} from './chart-repository.ts';
import {helmMajors, inNamespace, kubectl} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {INSTALLERS, install, start} from './installers.ts';
import {kubeconfigAt, serverAddress} from './kubeconfigs.ts';
import {proxyTo} from './proxy.ts';

const played = clusterAccess().played ? it : it.skip;

describe.each(helmMajors)('when an installation goes wrong under helm %i', (major) => {
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
  const surroundings = () => ({helm: major, chartRepository: repository.url});
  const expectDone = async (installer: (typeof INSTALLERS)[number], namespace: string) => {
    const {status, stderr} = await install(installer, ['--namespace', namespace], surroundings());
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
  };

  it.each(INSTALLERS)(
    'the %s tells that a quota refuses pods, and goes on when it no longer does',
    (installer) =>
      inNamespace(async (namespace) => {
        await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
        const {status, stderr} = await install(installer, ['--namespace', namespace], {
          ...surroundings(),
          seconds: 8,
        });
        expect({status, stderr}).toEqual({
          status: 1,
          stderr: expect.stringContaining('exceeded quota: none'),
        });
        const refused =
          'is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0';
        expect(stderr).toMatch(
          new RegExp(
            `^Error: Not ready within 8s: tracer 0/1 \\(pods "tracer-\\S+" ${refused}\\), .*tracer-postgresql 0/1 \\(pods "tracer-postgresql-0" ${refused}\\)`,
          ),
        );
        expect(stderr).toContain(
          'Running the same line again goes on from here. To remove what is there: helm uninstall tracer ',
        );
        await kubectl(['delete', 'quota', 'none', '-n', namespace]);
        await expectDone(installer, namespace);
      }),
  );

  // The stage is ours: kwok plays a kubelet that cannot pull the image, since no image is pulled here at all.
  played.each(INSTALLERS)(
    'the %s tells of an image that never starts, and goes on with one that does',
    (installer) =>
      inNamespace(async (namespace) => {
        const options = ['--namespace', namespace, '--chart-repo', neverStarts.url];
        const {status, stderr} = await install(installer, options, {...surroundings(), seconds: 8});
        expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining('ImagePullBackOff')});
        expect(stderr).toMatch(/^Error: Not ready within 8s: /);
        expect(stderr).toContain(`Last events in namespace ${namespace}:`);
        await expectDone(installer, namespace);
      }),
  );

  // The waiting is not Helm's but the installers' own, and takes its time: one major version will do.
  (major === helmMajors[0] ? played : it.skip).each(INSTALLERS)(
    'the %s tells that the cluster stopped answering half-way, and goes on when it answers',
    (installer) =>
      inNamespace(async (namespace) => {
        const proxy = await proxyTo(serverAddress());
        const env = {KUBECONFIG: kubeconfigAt(proxy.address)};
        const options = ['--namespace', namespace, '--chart-repo', neverStarts.url];
        const running = start(installer, options, {...surroundings(), env});
        await running.said('Waiting: ');
        proxy.fallSilent();
        const {status, stderr} = await running.ended;
        proxy.close();
        expect({status, stderr}).toEqual({
          status: 1,
          stderr: expect.stringMatching(/^Error: The cluster stopped answering: /),
        });
        await expectDone(installer, namespace);
      }),
  );
});
