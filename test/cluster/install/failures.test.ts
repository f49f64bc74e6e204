import {describe, expect, it} from '@jest/globals';
import {serveChartThatNeverStarts, servedChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install} from '../support/installers.ts';
import {dataIn} from '../support/objects.ts';

describe.each(helmMajors)('when an installation fails under helm %i', (major) => {
  const environment = servedChart(major);
  const neverStarts = servedChart(major, serveChartThatNeverStarts);
  const expectDone = async (installer: (typeof INSTALLERS)[number], namespace: string) => {
    const {status, stderr} = await install(installer, ['--namespace', namespace], environment());
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
  };

  it.each(INSTALLERS)(
    'the %s fails when a quota refuses pods, and continues when it no longer does',
    (installer) =>
      inNamespace(async (namespace) => {
        await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
        const soon = {...environment(), seconds: 8};
        const {status, stderr} = await install(installer, ['--namespace', namespace], soon);
        const quota = 'forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0';
        const remove = `helm uninstall tracer --kube-context apigen-test --namespace ${namespace}`;
        expect(status).toBe(1);
        expect(stderr).toContain(
          `${remove}\`, which deletes the database with its data (\`apigen tracer uninstall --keep-data`,
        );
        // One cause of five workloads is written once.
        const once = new RegExp(`^error: not ready within 8s: [^(]*\\(${quota}\\)[^(]*$`, 'm');
        if (installer === 'command') expect(stderr).toMatch(once);
        await kubectl(['delete', 'quota', 'none', '-n', namespace]);
        await expectDone(installer, namespace);
      }),
  );

  // kwok simulates a kubelet that cannot pull the image, since nothing is pulled here.
  it.each(INSTALLERS)(
    'an upgrade by the %s is failed for helm, too, and its advice keeps the data',
    (installer) =>
      inNamespace(async (namespace) => {
        await expectDone(installer, namespace);
        const before = await dataIn(namespace);
        const options = ['--namespace', namespace, '--chart-repo', neverStarts().chartRepository];
        const {status, stderr} = await install(installer, options, {...environment(), seconds: 8});
        const rollback = `helm rollback tracer 1 --wait --kube-context apigen-test --namespace ${namespace}`;
        expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining(rollback)});
        expect(stderr).not.toContain('helm uninstall');
        expect(stderr).toContain('ImagePullBackOff');
        if (installer === 'command')
          expect(stderr).toContain(`    Events in namespace ${namespace}:\n      Warning `);
        const history = await helm(major, ['history', 'tracer', '-n', namespace, '-o', 'json']);
        expect(JSON.parse(history.stdout)).toMatchObject([{status: 'deployed'}, {status: 'failed'}]);
        // As for restoring a backup; helm 4 refuses to change what `kubectl scale` has set.
        await kubectl(['delete', 'deployment/tracer', '--cascade=foreground', '-n', namespace]);
        const [, ...words] = rollback.split(' ');
        expect(await helm(major, words)).toMatchObject({status: 0});
        expect(await dataIn(namespace)).toBe(before);
        await expectDone(installer, namespace);
      }),
  );

  it('an upgrade that is corrected keeps nothing of the one that failed', () =>
    inNamespace(async (namespace) => {
      await expectDone('command', namespace);
      const before = await dataIn(namespace);
      const on = ['--namespace', namespace, '--reuse-values'];
      const wrong = [...on, '--set-string', 'nodeSelector.nope=1'];
      const failed = await install('command', wrong, {...environment(), seconds: 8});
      expect(failed.status).toBe(1);
      const {status, stdout, stderr} = await install('command', on, environment());
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(
        stdout.includes(
          '  Roll back   to revision 1 first: helm 3 would keep what only the failed revision 2 has set\n',
        ),
      ).toBe(major === 3);
      expect(await dataIn(namespace)).toBe(before);
      const selectors = '-o=jsonpath={.items[*].spec.template.spec.nodeSelector}';
      expect((await kubectl(['get', 'deployments,statefulsets', selectors, '-n', namespace])).stdout).toBe(
        '',
      );
    }));

  it('an upgrade with --atomic is rolled back', () =>
    inNamespace(async (namespace) => {
      await expectDone('command', namespace);
      const before = await dataIn(namespace);
      const options = ['--namespace', namespace, '--chart-repo', neverStarts().chartRepository, '--atomic'];
      const {status, stderr} = await install('command', options, {...environment(), seconds: 15});
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^error: not ready within 15s; it was rolled back: .*ImagePullBackOff/),
      });
      const history = await helm(major, ['history', 'tracer', '-n', namespace, '-o', 'json']);
      expect(JSON.parse(history.stdout).at(-1)).toMatchObject({
        status: 'deployed',
        description: 'Rollback to 1',
      });
      expect(await dataIn(namespace)).toBe(before);
    }));
});
