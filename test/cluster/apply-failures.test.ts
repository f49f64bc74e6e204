import {chmodSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {beforeAll, expect, it} from '@jest/globals';
import {start} from '../run.ts';
import {runInTerminal} from '../run-in-terminal.ts';
import {cliProgram, ends} from '../start-cli.ts';
import {buildPrograms} from './control-plane/build-programs.ts';
import {clusterAccess} from './control-plane/cluster-access.ts';
import {guard} from './control-plane/guard.ts';
import {startControlPlane, until} from './control-plane/start.ts';
import {
  applyFolder,
  CONTEXT,
  clusterEnvironment,
  describeApi,
  establishRoutes,
  GATEWAY,
  ONE_PATH,
  pathsTo,
  resultTable,
  routesIn,
  withService,
} from './support/apply-folder.ts';
import {kubectl} from './support/clients.ts';
import {kubeconfigOf} from './support/kubeconfigs.ts';

const NOTHING = ends(0, 'nothing to change\n');
const SLOWER = ONE_PATH.replace('5', '7');

/** Starts `apigen apply a.yaml --yes` in a process group of its own; `reading` resolves when it begins to apply. */
function startApply(folder: string, env: NodeJS.ProcessEnv = clusterEnvironment()) {
  const [command, ...args] = cliProgram();
  const started = start(command, [...args, 'apply', 'a.yaml', '--yes'], {cwd: folder, env, detached: true});
  const isApplying = until(
    () => started.written.stderr.includes('context: ') || started.child.exitCode !== null,
  );
  return {...started, isApplying};
}

beforeAll(establishRoutes);

it('names who else has set a field, and takes it over with `--force-conflicts`', () =>
  withService(async (namespace) => {
    const {yes, apply, write, apigen} = applyFolder(
      describeApi(namespace, `${ONE_PATH}  /g/old: {get: {}}\n`),
    );
    const {stdout} = await apigen('mesh', 'a.yaml');
    expect(await kubectl(['apply', '-f', '-'], stdout)).toMatchObject({status: 0});
    expect(await yes()).toEqual(NOTHING);
    write(describeApi(namespace, SLOWER));
    expect(await yes()).toMatchObject({
      status: 1,
      stderr: `${CONTEXT}error: HTTPRoute ${namespace}/a was not applied: "kubectl-client-side-apply" has set .spec.rules
    to take over what others have set, add \`--force-conflicts\`
${resultTable(namespace, 2, 2, 'failed: 0 of 1 applied')}`,
    });
    expect(await apply('--yes', '--force-conflicts')).toMatchObject({status: 0});
    expect(await yes()).toEqual(NOTHING);
  }));

it('comes to the same end after it was killed twenty times', () =>
  withService(async (namespace) => {
    const {folder, yes, write, generated} = applyFolder('');
    // What is killed leaves the socket of its proxy.
    const env = {...clusterEnvironment(), TMPDIR: folder};
    for (let n = 0; n < 20; n += 1) {
      write(describeApi(namespace, pathsTo(n % 2 === 0 ? 64 : 40, n)));
      const {child, ended, isApplying} = startApply(folder, env);
      await isApplying;
      await sleep(30 * n);
      // With its kubectl.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    expect(await yes()).toMatchObject({status: 0});
    expect(await yes()).toEqual(NOTHING);
    expect(await routesIn(namespace)).toEqual(await generated());
  }));

it('says what was applied after Ctrl-C, deletes nothing, and goes on when it is run again', () =>
  withService(async (namespace) => {
    const {folder, yes, write} = applyFolder(describeApi(namespace, `${ONE_PATH}${pathsTo(64)}`));
    expect(await yes()).toMatchObject({status: 0});
    const all = await routesIn(namespace);
    const slow = path.join(folder, 'slow');
    mkdirSync(slow);
    const script = `#!/bin/sh\ncase $1 in apply) sleep 100 ;; esac\nexec '${clusterAccess().kubectl}' "$@"\n`;
    writeFileSync(path.join(slow, 'kubectl'), script);
    chmodSync(path.join(slow, 'kubectl'), 0o755);
    write(describeApi(namespace, SLOWER));
    const env = clusterEnvironment();
    const {child, ended, isApplying} = startApply(folder, {...env, PATH: `${slow}:${env.PATH}`});
    await isApplying;
    await sleep(500);
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    const result = `failed: 0 of 1 applied, 0 of ${all.length - 2} deleted`;
    expect(await ended).toMatchObject({
      status: 130,
      stderr: `${CONTEXT}${resultTable(namespace, 2, 65, result)}apigen: interrupted; run the same command again to go on\n`,
    });
    expect(await routesIn(namespace)).toEqual(all);
    expect(await yes()).toMatchObject({status: 0});
    expect(await yes()).toEqual(NOTHING);
  }));

it('deletes an object whose controller writes to it meanwhile', () =>
  withService(async (namespace) => {
    const {folder, yes} = applyFolder(describeApi(namespace, ONE_PATH));
    expect(await yes()).toMatchObject({status: 0});
    const env = clusterEnvironment();
    const busy = path.join(folder, 'busy');
    const touch = `touch busy/done; kubectl annotate httproute a -n ${namespace} touched=yes >/dev/null`;
    mkdirSync(busy);
    writeFileSync(
      path.join(busy, 'kubectl'),
      `#!/bin/sh\nPATH='${env.PATH}'\ncase $1 in delete) [ -e busy/done ] || { ${touch}; };; esac\nexec kubectl "$@"\n`,
    );
    chmodSync(path.join(busy, 'kubectl'), 0o755);
    const [command, ...args] = cliProgram();
    const {ended} = start(command, [...args, 'delete', 'a.yaml', '--yes'], {
      cwd: folder,
      env: {...env, PATH: `${busy}:${env.PATH}`},
    });
    expect(await ended).toMatchObject({status: 0});
    expect(existsSync(path.join(busy, 'done'))).toBe(true);
    expect(await routesIn(namespace)).toEqual([]);
  }));

it('asks in a terminal', () =>
  withService(async (namespace) => {
    const {folder} = applyFolder(describeApi(namespace, ONE_PATH));
    for (const {type, status, end} of [
      {type: 'n\r', status: 1, end: 'apigen: nothing changed\n'},
      {type: '\u0003', status: 130, end: 'apigen: interrupted, nothing changed\n'},
      {type: '\r', status: 0, end: ' 2 applied\n'},
    ]) {
      const steps = [{wait: 'Apply 2 objects in apigen-test?', type}];
      const options = {cwd: folder, env: clusterEnvironment()};
      expect(runInTerminal(['apply', 'a.yaml'], steps, options)).toEqual({
        status,
        screen: expect.stringMatching(new RegExp(`${end}$`)),
      });
      expect(await routesIn(namespace)).toHaveLength(status === 0 ? 2 : 0);
    }
  }));

it('can be run by two people at once', () =>
  withService(async (namespace) => {
    const mine = applyFolder(describeApi(namespace, pathsTo(64)));
    const other = applyFolder(describeApi(namespace, pathsTo(40, 3)));
    await Promise.all([mine.yes(), other.yes()]);
    expect(await mine.yes()).toMatchObject({status: 0});
    expect(await mine.yes()).toEqual(NOTHING);
    expect(await routesIn(namespace)).toEqual(await mine.generated());
  }));

const UNREADABLE_HINT =
  'check `kubectl config current-context`, and that the objects of the mesh are installed in the cluster';

it('changes nothing where a kind is missing', async () => {
  // Other files of the tier install every kind in the cluster that they share.
  const bare = guard();
  try {
    const kubeconfig = await startControlPlane(await buildPrograms(), bare);
    const {yes} = applyFolder(describeApi('default', ONE_PATH, 'mesh: linkerd, '), kubeconfig);
    expect(await yes()).toEqual(
      ends(
        1,
        `error: kubectl: the server doesn't have a resource type "serviceprofiles"\n    ${UNREADABLE_HINT}\n1 error in 1 description\n`,
      ),
    );
  } finally {
    await bare.close();
  }
});

it('changes nothing where a kind may not be read', () =>
  withService(async (namespace) => {
    const {yes} = applyFolder(describeApi(namespace, ONE_PATH), await kubeconfigOf(namespace, 'nobody'));
    expect(await yes()).toEqual(
      ends(
        1,
        `error: kubectl: Error from server (Forbidden): httproutes.gateway.networking.k8s.io is forbidden: User "system:serviceaccount:${namespace}:nobody" cannot list resource "httproutes" in API group "gateway.networking.k8s.io" in the namespace "${namespace}"\n    ${UNREADABLE_HINT}\n1 error in 1 description\n`,
      ),
    );
  }));

it('deletes nothing where a kind may not be changed', () =>
  withService((store) =>
    withService(async (namespace) => {
      const describeIn = (count: number, more = '') =>
        describeApi(namespace, pathsTo(count), GATEWAY + more).replace(
          /(?<=name: a, namespace: )[^,]*/,
          store,
        );
      expect(await applyFolder(describeIn(64)).yes()).toMatchObject({status: 0});
      const all = await routesIn(namespace);
      const kubeconfig = await kubeconfigOf(namespace, 'shop');
      const kinds = ['httproutes', 'referencegrants'].map((kind) => `${kind}.gateway.networking.k8s.io`);
      for (const [role, verbs, resources] of [
        [`read-${namespace}`, 'get,list', kinds.join()],
        [`change-${namespace}`, '*', kinds[0]],
      ]) {
        await kubectl(['create', 'clusterrole', `${role}`, `--verb=${verbs}`, `--resource=${resources}`]);
        const subject = `--serviceaccount=${namespace}:shop`;
        await kubectl(['create', 'clusterrolebinding', `${role}`, `--clusterrole=${role}`, subject]);
      }
      const {yes} = applyFolder(describeIn(3, 'labels: {team: shop}, '), kubeconfig);
      const grant = `a.${namespace}.public-cc909380`;
      const row = resultTable(store, 3, 63, `failed: 1 of 2 applied, 0 of ${all.length - 1} deleted`);
      expect(await yes()).toMatchObject({
        status: 1,
        stderr: `note: HTTPRoutes of others are not compared: kubectl: Error from server (Forbidden): gateways.gateway.networking.k8s.io is forbidden: User "system:serviceaccount:${namespace}:shop" cannot list resource "gateways" in API group "gateway.networking.k8s.io" at the cluster scope
    check \`kubectl config current-context\`, and that you may read the HTTPRoutes and Gateways of all namespaces
1 note in 1 description
context: shop
error: ReferenceGrant ${store}/${grant} was not applied: kubectl: Error from server (Forbidden): referencegrants.gateway.networking.k8s.io "${grant}" is forbidden: User "system:serviceaccount:${namespace}:shop" cannot patch resource "referencegrants" in API group "gateway.networking.k8s.io" in the namespace "${store}"
    check \`kubectl cluster-info --context=shop\`, and that you are allowed to change these objects
${row}`,
      });
      expect(await routesIn(namespace)).toEqual(all);
    }),
  ));

it('keeps what loses routes when the object that gains them cannot be applied', () =>
  withService(async (namespace) => {
    const {yes, apply, write} = applyFolder(describeApi(namespace, pathsTo(12)));
    expect(await yes()).toMatchObject({status: 0});
    const rules = async (name: string) =>
      (await kubectl(['get', 'httproutes', name, '-n', namespace, '-o=jsonpath={.spec.rules}'])).stdout;
    const before = await rules('a');
    const match = {path: {type: 'Exact', value: '/g0/p0'}, method: 'GET'};
    const other = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: {name: 'a.g0', namespace},
      spec: {
        parentRefs: [{group: '', kind: 'Service', name: 'a', port: 80}],
        rules: [{matches: [match], backendRefs: [{name: 'a', port: 80}]}],
      },
    };
    await kubectl(['create', '--field-manager=other', '-f', '-'], JSON.stringify(other));
    write(describeApi(namespace, pathsTo(128)));
    const result = await yes();
    expect(result).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `error: HTTPRoute ${namespace}/a.g0 was not applied: "other" has set .spec.rules\n`,
      ),
    });
    expect(result.stderr).toContain(
      `error: HTTPRoute ${namespace}/a was not applied: an object that is to take its requests was not applied\n    see why, and run the same command again\n`,
    );
    expect(await rules('a')).toBe(before);
    expect(await apply('--yes', '--force-conflicts')).toMatchObject({status: 0});
    expect(await yes()).toEqual(NOTHING);
  }));
