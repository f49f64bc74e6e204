import {beforeAll, expect, it} from '@jest/globals';
import {ends} from '../start-cli.ts';
import {
  applyFolder,
  CONTEXT,
  clusterEnvironment,
  describeApi,
  establishRoutes,
  GATEWAY,
  ONE_PATH,
  resultTable,
  routesIn,
  withService,
} from './support/apply-folder.ts';
import {kubectl} from './support/clients.ts';

beforeAll(establishRoutes);

it('shows what was applied, deletes it when it may, and then has nothing to do', () =>
  withService(async (namespace) => {
    const {yes, apigen} = applyFolder(describeApi(namespace, ONE_PATH));
    expect(await yes()).toMatchObject({status: 0});
    const all = await routesIn(namespace);
    const stdout =
      '--- cluster\n+++ a.yaml\n@@ a.yaml:4 @@ GET /a\n-timeouts.request 5s\n@@ a.yaml @@ what is not described\n-no settings\n';
    const remove = (...flags: string[]) => apigen('delete', 'a.yaml', ...flags);
    const refused = 'error: nothing changed: nobody can be asked\n    add `--yes`, or `--dry-run`\n';
    expect(await remove()).toEqual({status: 2, stdout, stderr: `${CONTEXT}${refused}`});
    const shown = resultTable(namespace, 0, 2, '2 would be deleted');
    expect(await remove('--dry-run')).toEqual({status: 0, stdout, stderr: `${CONTEXT}${shown}`});
    expect(await routesIn(namespace)).toEqual(all);
    const done = resultTable(namespace, 0, 2, '2 deleted');
    expect(await remove('--yes')).toEqual({status: 0, stdout, stderr: `${CONTEXT}${done}`});
    expect(await routesIn(namespace)).toEqual([]);
    expect(await remove('--yes')).toEqual(ends(0, 'nothing to change\n'));
  }));

it('leaves what is for another Service or Gateway, and what others have made', () =>
  withService(async (namespace) => {
    const {yes, write, apigen} = applyFolder(describeApi(namespace, ONE_PATH, GATEWAY));
    await kubectl(['create', 'service', 'clusterip', 'b', '--tcp=80', '-n', namespace]);
    expect(await yes()).toMatchObject({status: 0});
    write(describeApi(namespace, ONE_PATH, undefined, 'b'), 'b.yaml');
    expect(await apigen('apply', 'b.yaml', '--yes')).toMatchObject({status: 0});
    const profile = describeApi(namespace, ONE_PATH, '');
    write(profile, 'profile.yaml');
    const {stdout} = await apigen('mesh', 'profile.yaml');
    expect(await kubectl(['apply', '-f', '-'], stdout)).toMatchObject({status: 0});
    const of = (file: string) => apigen('delete', file, '--yes', '--json');
    const {changes, descriptions} = JSON.parse((await of('b.yaml')).stdout);
    expect({changes: changes.length, result: descriptions[0].result}).toEqual({
      changes: 2,
      result: 'deleted',
    });
    expect(await of('profile.yaml')).toMatchObject({status: 0});
    const all = await routesIn(namespace);
    expect(all).toHaveLength(2);
    expect(await of('a.yaml')).toMatchObject({status: 0});
    expect(await routesIn(namespace)).toEqual(all.filter((name) => !name.startsWith('HTTPRoute/')));
  }));

it('asks the cluster of another context or file', () =>
  withService(async (namespace) => {
    const {apigen, yes} = applyFolder(describeApi(namespace, ONE_PATH), '/dev/null');
    const {KUBECONFIG} = clusterEnvironment();
    const named = ['--kubeconfig', `${KUBECONFIG}`, '--context', 'apigen-test'];
    expect(await yes()).toMatchObject({status: 1});
    expect(await apigen('apply', 'a.yaml', '--yes', ...named)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(CONTEXT),
    });
    expect(await apigen('diff', 'a.yaml', '--cluster', ...named)).toMatchObject({status: 0});
    expect(await apigen('delete', 'a.yaml', '--yes', ...named)).toMatchObject({status: 0});
    expect(await routesIn(namespace)).toEqual([]);
  }));
