import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {run} from '../../run.ts';
import {cliProgram} from '../../start-cli.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {helmMajors, inNamespace} from '../support/clients.ts';
import {environmentFor} from '../support/installers.ts';
import {installedIn} from '../support/objects.ts';
import {tracer, tracerIn} from '../support/tracer.ts';

const [major] = helmMajors;
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend'];

const given = {helm: major, chartRepository: 'http://127.0.0.1:9'};

it('values of the user change the commands and URLs that are printed', () =>
  inNamespace(async (namespace) => {
    const on = tracerIn(given, namespace);
    const sets = ['server.service.port=8080', 'server.pathPrefix=/tools/tracer', 'fullnameOverride=traces'];
    const install = ['install', ...LITTLE, ...sets.map((set) => `--set=${set}`)];
    const lines = {
      portForward: `kubectl --context apigen-test --namespace ${namespace} port-forward service/traces 11633:8080`,
      url: 'http://localhost:11633/tools/tracer/',
      uninstall: `helm uninstall tracer --kube-context apigen-test --namespace ${namespace}`,
    };
    expect(JSON.parse((await on(...install, '--dry-run', '--json')).stdout)).toMatchObject(lines);
    const {status, stdout, stderr} = await on(...install);
    expect({status, stderr, stdout}).toEqual({
      ...{status: 0, stderr: ''},
      stdout: expect.stringContaining(`tracer is installed in namespace ${namespace}.
  Connect:    ${lines.portForward}
  Open:       ${lines.url}
  Uninstall:  ${lines.uninstall}
`),
    });
    const shown = await on('status');
    expect(shown).toMatchObject({status: 0, stderr: ''});
    expect(shown.stdout).toMatch(new RegExp(`^  traces\\.${namespace}: 8080.*, under /tools/tracer/$`, 'm'));
  }));

it('values of the user are read from a pipe or standard input, and from files, of which the last wins', () =>
  inNamespace(async (namespace) => {
    const folder = mkdtempSync(path.join(clusterAccess().folder, 'two words-'));
    const file = path.join(folder, 'some values.yaml');
    writeFileSync(file, 'server: {service: {port: 8001, type: NodePort}}\n');
    const line = `exec "$@" --values <(echo 'server: {service: {port: 8002}, pathPrefix: /input}') --values "$FILE" --dry-run --json`;
    const words = [...cliProgram(), 'tracer', 'install', '--namespace', namespace, ...LITTLE];
    const env = {...environmentFor(given), FILE: file};
    const found = await run('bash', ['-c', line, 'bash', ...words], {env});
    expect({...found, stdout: JSON.parse(found.stdout)}).toMatchObject({
      status: 0,
      stdout: {
        url: 'http://localhost:11633/input/',
        portForward: expect.stringMatching(/ port-forward service\/tracer 11633:8001$/),
      },
    });
    const install = ['install', '--namespace', namespace, ...LITTLE, '-f', '-'];
    const twice = await tracer(given, [...install, '-f', '-']);
    expect(twice).toMatchObject({
      status: 2,
      stderr:
        'error: only one --values can be standard input or a pipe: write the others to files\n    `apigen tracer install --help` has all that it takes\n',
    });
    const both = await tracer(given, install, 'server: {service: {port: 8003}}\n');
    expect(both).toMatchObject({status: 0, stderr: ''});
    expect(await installedIn(namespace)).toContain('port: 8003');
  }));

it('and options of the last installation are kept with --reuse-values', () =>
  inNamespace(async (namespace) => {
    const on = tracerIn(given, namespace);
    const plan = async (...options: string[]) => {
      const shown = await on('install', '--dry-run', '--json', ...options);
      expect(shown.status).toBe(0);
      return JSON.parse(shown.stdout);
    };
    const toKindB = ['--trace-backend', 'kindB', '--trace-backend-endpoint', 'tempo.shop:9095'];
    expect(await plan('--reuse-values')).toMatchObject({components: {sampleApp: {}, collector: {}}});
    const first = ['--skip-pma', '--no-wait', ...toKindB, '--set', 'server.service.port=8080'];
    expect(await on('install', ...first)).toMatchObject({status: 0});
    expect(await plan('--reuse-values')).toMatchObject({
      changes: {added: [], changed: [], removed: []},
      components: {server: {backend: 'kindB', readsFrom: 'tempo.shop:9095'}, sampleApp: null},
      portForward: expect.stringMatching(/ 11633:8080$/),
    });
    const changed = await plan('--reuse-values', '--skip-collector', '--set', 'server.service.port=80');
    expect(changed).toMatchObject({
      components: {server: {readsFrom: 'tempo.shop:9095', exportsTo: null}, collector: null},
      portForward: expect.stringMatching(/ 11633:80$/),
    });
    expect(await plan()).toMatchObject({
      components: {server: {backend: 'kindA'}, sampleApp: {sendsTo: 'http://tracer-collector:4318'}},
      portForward: expect.stringMatching(/ 11633:11633$/),
    });
  }));
