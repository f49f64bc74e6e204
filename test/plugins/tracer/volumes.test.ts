import {describe, expect, it} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {stubs} from './installers.ts';

const VOLUME = 'data-tracer-postgresql-0';
const set = (whenDeleted: string) => ({
  kind: 'StatefulSet',
  metadata: {name: 'tracer-postgresql', labels: {'app.kubernetes.io/component': 'database'}},
  spec: {
    persistentVolumeClaimRetentionPolicy: {whenDeleted},
    volumeClaimTemplates: [{metadata: {name: 'data'}}],
  },
});
const claim = (metadata = {}) => ({kind: 'PersistentVolumeClaim', metadata: {name: VOLUME, ...metadata}});
const secret = (annotations = {}) => ({kind: 'Secret', metadata: {name: 'tracer-postgresql', annotations}});
const KEPT = {'apigen/kept-data': 'true'};
const RETAINED = {'helm.sh/resource-policy': 'keep'};

interface Fake {
  readonly status?: string;
  readonly installed?: readonly object[];
  readonly rendered?: readonly object[];
  /** The objects in the cluster. */
  readonly live?: readonly object[];
  /** Pods that are never deleted. */
  readonly pods?: readonly object[];
  /** Why helm's upgrade fails. */
  readonly reason?: string;
}

/** Runs a command of the client with a cluster that changes only when volumes and Secrets are deleted. */
function run(args: readonly string[], {status = 'deployed', ...fake}: Fake) {
  const says = (text: unknown) => `printf '%s' '${typeof text === 'string' ? text : JSON.stringify(text)}'`;
  const manifest = (objects: readonly object[] = []) =>
    objects.map((one) => `---\n${JSON.stringify(one)}\n`).join('');
  const history = status === 'none' ? [] : [{revision: 1, status, chart: 'tracer-0.1.0'}];
  const helm = `case "$*" in
version*) ${says('v3.14.0')} ;;
history*) ${says(history)} ;;
*--reset-then-reuse-values*) echo 'values are reused' >&2; exit 1 ;;
*--dry-run*) ${says({manifest: manifest(fake.rendered)})} ;;
'get manifest'*) ${says(manifest(fake.installed))} ;;
upgrade*) echo 'Error: UPGRADE FAILED: ${fake.reason}' >&2; exit 1 ;;
*) echo '{}' ;;
esac`;
  const kubectl = `case "$*" in
*view*) ${says({'current-context': 'here'})} ;;
*--client*) ${says({clientVersion: {gitVersion: 'v1.27.0'}})} ;;
*/version*) ${says({gitVersion: 'v1.36.3'})} ;;
*' get pods '*) ${says({items: fake.pods ?? []})} ;;
*' delete persistentvolumeclaim/'*) echo >"$0.deleted" ;;
*persistentvolumeclaims*) [ -e "$0.deleted" ] || ${says({items: fake.live ?? []})} ;;
*) echo '{}' ;;
esac`;
  return runCli(['tracer', ...args], {env: {PATH: stubs({helm, kubectl})}});
}

describe('an installation', () => {
  const ROLLBACK = 'helm rollback tracer 1 --wait --kube-context here --namespace tracer';
  const AGAIN = '    run the same command again to continue';
  const FAILED = 'error: helm could not install release tracer: UPGRADE FAILED:';
  const DELETES = `, which deletes the volume ${VOLUME} with its data, unless you upgrade with \`--set postgresql.persistence.retain=true\` first`;
  const rolledBack = 'release tracer failed, and has been rolled back due to atomic being set: timed out';
  const notRolledBack = 'an error occurred while rolling back the release. original upgrade error: timed out';
  const back = {rendered: [set('Delete')], live: [claim()]};
  it.each<[name: string, want: string, fake: Fake, ...args: string[]]>([
    ['that is rolled back', `${FAILED} ${rolledBack}\n${AGAIN}\n`, {reason: rolledBack}, '--atomic'],
    [
      'whose rollback fails',
      `${FAILED} ${notRolledBack}\n${AGAIN}, or go back to revision 1 with \`${ROLLBACK}\`\n`,
      {reason: notRolledBack},
      '--atomic',
    ],
    [
      'whose rollback would delete a volume, on request',
      `${FAILED} refused\n${AGAIN}, or go back to revision 1 with \`${ROLLBACK}\`${DELETES}\n`,
      {...back, reason: 'refused'},
    ],
    [
      'whose rollback would delete a volume',
      `error: with --atomic, a rollback would delete the existing volume ${VOLUME} with its data: leave out --atomic, or add \`--set postgresql.persistence.retain=true\`\n`,
      back,
      '--atomic',
    ],
    [
      'that would delete a volume since an upgrade that failed',
      `error: this would delete the database's volume ${VOLUME} with its data, because the release would no longer contain StatefulSet/tracer-postgresql: leave the values that name or switch off the database as they were, first upgrade with \`--set postgresql.persistence.retain=true\` to keep the volume, or add --delete-data\n`,
      {installed: [set('Retain')], live: [set('Delete'), claim()]},
    ],
    [
      'during an uninstallation',
      'error: an uninstallation of release tracer is in progress or was interrupted: wait until it has finished, or run `apigen tracer uninstall --context here --namespace tracer` again, which deletes its data (--keep-data keeps it)\n',
      {status: 'uninstalling'},
    ],
  ])('%s fails', async (_, want, fake, ...args) => {
    const {status, stderr} = await run(['install', ...args], fake);
    const errors = stderr.slice(stderr.indexOf('error: '));
    expect({status, errors}).toEqual({status: 1, errors: want});
  });

  it('reuses no values of a release whose history was kept', async () => {
    const finished = await run(['install', '--reuse-values', '--dry-run'], {status: 'uninstalled'});
    expect(finished).toMatchObject({status: 0});
  });
});

describe('an uninstallation', () => {
  const LEFT = `persistentvolumeclaim/${VOLUME}, secret/tracer-postgresql`;
  it.each<[name: string, fake: Fake]>([
    ['that no StatefulSet uses', {live: [claim(), secret()]}],
    ['whose mark is older', {live: [claim({annotations: KEPT}), secret({...KEPT, ...RETAINED})]}],
  ])('keeps a volume %s', async (_, fake) => {
    const {status, stdout} = await run(['uninstall', '--yes'], fake);
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringContaining(`tracer is removed from namespace tracer, except ${LEFT}`),
    });
  });

  it.each<[name: string, live: readonly object[]]>([
    ['that its StatefulSet uses', [set('Delete'), claim()]],
    ['that is deleted with its StatefulSet', [claim({ownerReferences: [{kind: 'StatefulSet'}]})]],
    ['that --keep-data left', [claim({annotations: KEPT})]],
  ])('deletes a volume %s', async (_, live) => {
    const {status, stdout} = await run(['uninstall', '--yes'], {live});
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringContaining('tracer and its data are removed from namespace tracer; the namespace'),
    });
  });

  it('reports what is not deleted in time', async () => {
    const pods = [{kind: 'Pod', metadata: {name: 'tracer-postgresql-0'}}];
    const fake = {status: 'none', live: [claim({annotations: KEPT})], pods};
    const {status, stderr} = await run(['uninstall', '--yes', '--timeout=1ms'], fake);
    const want = 'error: not deleted within 1ms: pod/tracer-postgresql-0\n';
    expect({status, stderr}).toEqual({status: 1, stderr: want});
  });

  it('without a release deletes no retained data, despite an older mark', async () => {
    const live = [claim({annotations: KEPT}), secret({...KEPT, ...RETAINED})];
    const {status, stderr} = await run(['uninstall', '--yes'], {status: 'none', live});
    expect({status, stderr}).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: no release .*\n.*kubectl delete /),
    });
  });
});
