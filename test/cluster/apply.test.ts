import {beforeAll, expect, it} from '@jest/globals';
import {ends} from '../start-cli.ts';
import {
  applyFolder,
  CONTEXT,
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

const NOTHING = ends(0, 'nothing to change\n');

const ONE_NOTE = '1 note in 1 description\n';

const note = (namespace: string, count: string, reason: string, kind: string, names: string) =>
  `note: ${count} in "${namespace}" may be left over: ${reason}\n    if no description has ${count.startsWith('1 ') ? 'it' : 'them'}, run \`kubectl delete -n ${namespace} ${kind} ${names}\`\n`;

beforeAll(establishRoutes);

it('shows the differences and changes nothing without an answer, or with --dry-run', () =>
  withService(async (namespace) => {
    const {apply} = applyFolder(describeApi(namespace, ONE_PATH));
    const stdout = `--- cluster
+++ a.yaml
@@ a.yaml @@ what is not described
+no settings
@@ a.yaml:4 @@ GET /a
+timeouts.request 5s
`;
    const refused = 'error: nothing changed: nobody can be asked\n    add `--yes`, or `--dry-run`\n';
    expect(await apply()).toEqual({status: 2, stdout, stderr: `${CONTEXT}${refused}`});
    const checked = resultTable(namespace, 2, 2, '2 would be applied');
    expect(await apply('--dry-run')).toEqual({status: 0, stdout, stderr: `${CONTEXT}${checked}`});
    expect(await routesIn(namespace)).toEqual([]);
  }));

it('creates, changes and deletes objects, and then has nothing to do', () =>
  withService(async (namespace) => {
    const {yes, apply, write, generated} = applyFolder(describeApi(namespace, pathsTo(64)));
    expect(await yes()).toMatchObject({status: 0});
    const all = await routesIn(namespace);
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(await generated());
    expect(await yes()).toEqual(NOTHING);
    write(describeApi(namespace, pathsTo(3, 2)));
    expect(await apply('--yes', '--no-prune')).toMatchObject({status: 0});
    expect(await routesIn(namespace)).toEqual(all);
    expect(await yes()).toEqual({
      status: 0,
      stdout: expect.stringContaining('@@ a.yaml @@ GET /g5/p61\n-timeouts.request 62s\n'),
      stderr: `${CONTEXT}${resultTable(namespace, 4, 48, `${all.length - 2} deleted`)}`,
    });
    expect(await routesIn(namespace)).toEqual(await generated());
    expect(await yes()).toEqual(NOTHING);
  }));

it('removes fields that are not generated any more', () =>
  withService(async (namespace) => {
    const {yes, write} = applyFolder(describeApi(namespace, ONE_PATH, `${GATEWAY}labels: {team: shop}, `));
    expect(await yes()).toMatchObject({status: 0});
    write(describeApi(namespace, ONE_PATH, GATEWAY.replace('[a.example]', '[]')));
    const name = 'a.public-cc909380';
    const other = ['spec', 'labels'].map(
      (part) => `@@ a.yaml @@ HTTPRoute ${namespace}/${name}\n-other ${part}\n+${part} as generated\n`,
    );
    expect(await yes()).toMatchObject({status: 0, stdout: `--- cluster\n+++ a.yaml\n${other.join('')}`});
    const fields = '-o=jsonpath={.spec.hostnames}{.metadata.labels.team}';
    expect(await kubectl(['get', 'httproutes', name, '-n', namespace, fields])).toMatchObject({stdout: ''});
    expect(await yes()).toMatchObject({stderr: expect.stringContaining('nothing to change\n')});
  }));

it('warns about a Service that is not in the cluster', () =>
  withService(async (namespace) => {
    const {apply} = applyFolder(describeApi(namespace, ONE_PATH, undefined, 'b'));
    const {stderr} = await apply('--dry-run');
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      `warning: Service ${namespace}/b is not in the cluster`,
      '    check `service.name` and `service.namespace`',
    ]);
  }));

it('prints results as JSON', () =>
  withService(async (namespace) => {
    const {apply} = applyFolder(describeApi(namespace, ONE_PATH, ''));
    const profile = {kind: 'ServiceProfile', name: `a.${namespace}.svc.cluster.local`, namespace};
    const result = (result: string) => ({
      context: 'apigen-test',
      changes: [{route: 'GET /a', after: 'timeout 5s', place: 'a.yaml:4', change: 'added'}],
      descriptions: [
        {
          description: 'a.yaml',
          service: `${namespace}/a`,
          result,
          objects: [{...profile, result}],
          problems: [],
        },
      ],
      problems: [],
      summary: {error: 0, warning: 0, note: 0},
    });
    const refused = await apply('--json');
    const problem = {
      ...{severity: 'error', code: 'input', message: 'nothing changed: nobody can be asked'},
      hint: 'add `--yes`, or `--dry-run`',
    };
    expect({...refused, stdout: JSON.parse(refused.stdout)}).toEqual({
      ...{status: 2, stderr: ''},
      stdout: {...result('notApplied'), problems: [problem], summary: {error: 1, warning: 0, note: 0}},
    });
    const tried = await apply('--dry-run', '--json');
    expect(JSON.parse(tried.stdout)).toEqual({...result('applied'), dryRun: true});
    const done = await apply('--yes', '--json');
    expect({...done, stdout: JSON.parse(done.stdout)}).toEqual({
      status: 0,
      stderr: '',
      stdout: result('applied'),
    });
  }));

it('deletes the objects of the target before if it has made them, and names them if not', () =>
  withService(async (namespace) => {
    const {yes, write, apigen} = applyFolder('');
    const name = `a.${namespace}.svc.cluster.local`;
    const routes = ['HTTPRoute/a', 'HTTPRoute/a.catch-all'];
    for (const {settings, want} of [
      {settings: '', want: [`ServiceProfile/${name}`]},
      {settings: 'target: httproute, ', want: routes},
      {settings: '', want: [`ServiceProfile/${name}`]},
    ]) {
      write(describeApi(namespace, ONE_PATH, settings));
      expect(await yes()).toMatchObject({status: 0});
      expect(await routesIn(namespace)).toEqual(want);
    }
    await kubectl(['delete', 'serviceprofiles.mesh.io', '--all', '-n', namespace]);
    const {stdout} = await apigen('mesh', 'a.yaml');
    expect(await kubectl(['apply', '-f', '-'], stdout)).toMatchObject({status: 0});
    write(describeApi(namespace, ONE_PATH));
    const left = note(
      namespace,
      '1 ServiceProfile',
      'not made by `apigen apply`',
      'serviceprofiles.mesh.io',
      name,
    );
    expect(await yes()).toMatchObject({
      status: 0,
      stderr: `${left}${ONE_NOTE}${CONTEXT}${resultTable(namespace, 2, 2, '2 applied')}`,
    });
    expect(await routesIn(namespace)).toEqual([...routes, `ServiceProfile/${name}`]);
  }));

it('names what may be left over of a Service that is gone, or for another Gateway', () =>
  withService(async (namespace) => {
    const {yes, write} = applyFolder(describeApi(namespace, ONE_PATH));
    for (const service of ['a', 'b'])
      await kubectl(['create', 'service', 'clusterip', service, '--tcp=80', '-n', namespace]);
    expect(await yes()).toMatchObject({status: 0});
    write(describeApi(namespace, ONE_PATH, undefined, 'b'));
    expect(await yes()).toMatchObject({status: 0, stderr: expect.not.stringContaining('note')});
    await kubectl(['delete', 'service', 'a', '-n', namespace]);
    const left = (reason: string, names: string) =>
      note(
        namespace,
        '2 HTTPRoutes',
        `generated for ${reason}`,
        'httproutes.gateway.networking.k8s.io',
        names,
      );
    const ofA = left('a Service that is not there', 'a a.catch-all');
    expect(await yes()).toEqual({...NOTHING, stderr: `${ofA}${ONE_NOTE}${NOTHING.stderr}`});
    write(describeApi(namespace, ONE_PATH, GATEWAY, 'b'));
    expect((await yes()).stderr).toContain(`${ofA}${left('the mesh', 'b b.catch-all')}`);
    expect(await yes()).toEqual({...NOTHING, stderr: `${ofA}${ONE_NOTE}${NOTHING.stderr}`});
  }));

it('goes on with other descriptions, and keeps the objects of one that has an error', () =>
  withService(async (namespace) => {
    const {apigen, write} = applyFolder(describeApi(namespace, ONE_PATH));
    write(describeApi(namespace, ONE_PATH, undefined, 'b'), 'b.yaml');
    const apply = (...args: string[]) => apigen('apply', '*.yaml', '--yes', ...args);
    expect(await apply()).toMatchObject({status: 0, stderr: expect.stringContaining(`\n${namespace}/b`)});
    const all = await routesIn(namespace);
    write(describeApi(namespace, '  a: {get: {}}\n', undefined, 'b'), 'b.yaml');
    write(describeApi(namespace, ONE_PATH.replace('5', '7')));
    const error =
      'b.yaml:4:3  error  path-template: invalid path "a": expected a "/" at the beginning\n    write "/a"\n1 error in 2 descriptions\n';
    expect(await apply()).toEqual(ends(1, error));
    expect(await apply('--keep-going')).toMatchObject({
      status: 1,
      stderr: `${error}${CONTEXT}${resultTable(namespace, 2, 1, '1 applied')}b${' '.repeat(namespace.length + 1)}       -        -  failed\n`,
    });
    expect(await routesIn(namespace)).toEqual(all);
  }));
