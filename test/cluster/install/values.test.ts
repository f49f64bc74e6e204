import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {invocation} from '../support/installers.ts';
import {kubeconfigOf} from '../support/kubeconfigs.ts';
import {installedIn, namesIn} from '../support/objects.ts';
import {run} from '../support/run.ts';

const [major = 3] = helmMajors;
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend'];

const {env, command, args} = invocation('command', [], {helm: major, chartRepository: 'http://127.0.0.1:9'});
const starter = args.slice(0, args.indexOf('install'));
/** Runs a command of the plugin; `more` are variables and standard input. */
const tracer = (words: readonly string[], more: {KUBECONFIG?: string; input?: string} = {}) => {
  const {input, ...variables} = more;
  return run(command, [...starter, ...words], {env: {...env, ...variables}, ...(input ? {input} : {})});
};

describe('values of the user', () => {
  it('change the commands and URLs that are printed', () =>
    inNamespace(async (namespace) => {
      const sets = ['server.service.port=8080', 'server.pathPrefix=/tools/tracer', 'fullnameOverride=traces'];
      const install = [
        'install',
        '--namespace',
        namespace,
        ...LITTLE,
        ...sets.flatMap((set) => ['--set', set]),
      ];
      const lines = {
        portForward: `kubectl --context apigen-test --namespace ${namespace} port-forward service/traces 11633:8080`,
        url: 'http://localhost:11633/tools/tracer/',
        uninstall: `helm uninstall tracer --kube-context apigen-test --namespace ${namespace}`,
      };
      expect(JSON.parse((await tracer([...install, '--dry-run', '--json'])).stdout)).toMatchObject(lines);
      const {status, stdout, stderr} = await tracer(install);
      expect({status, stderr, last: stdout.split('\n').slice(-5)}).toEqual({
        status: 0,
        stderr: '',
        last: [
          `tracer is installed in namespace ${namespace}.`,
          `  Connect:    ${lines.portForward}`,
          `  Open:       ${lines.url}`,
          `  Uninstall:  ${lines.uninstall}`,
          '',
        ],
      });
      const shown = await tracer(['status', '--namespace', namespace]);
      expect(shown).toMatchObject({status: 0, stderr: ''});
      expect(shown.stdout).toContain(
        `\n  traces.${namespace}: 8080, 21321, 4317, 4318, under /tools/tracer/\n`,
      );
    }));

  it('are read from standard input, pipes and files, of which the last wins', () =>
    inNamespace(async (namespace) => {
      const folder = mkdtempSync(path.join(clusterAccess().folder, 'two words-'));
      const file = path.join(folder, 'some values.yaml');
      writeFileSync(file, 'server: {service: {port: 8001, type: NodePort}}\n');
      const line = `exec "$@" --values - --values <(echo 'server: {service: {port: 8002}}') --values "$FILE" --dry-run --json`;
      const words = [...starter, 'install', '--namespace', namespace, ...LITTLE];
      const input = 'server: {service: {port: 8003}, pathPrefix: /input}\n';
      const found = await run('bash', ['-c', line, 'bash', command, ...words], {
        env: {...env, FILE: file},
        input,
      });
      expect({...found, stdout: JSON.parse(found.stdout)}).toMatchObject({
        status: 0,
        stdout: {
          url: 'http://localhost:11633/input/',
          portForward: expect.stringMatching(/ port-forward service\/tracer 11633:8001$/),
        },
      });
      const both = await tracer(['install', '--namespace', namespace, ...LITTLE, '-f', '-'], {input});
      expect(both).toMatchObject({status: 0, stderr: ''});
      expect(JSON.stringify(await installedIn(namespace))).toContain('"port":8003');
    }));

  it('and options of the last installation are kept with --reuse-values', () =>
    inNamespace(async (namespace) => {
      const plan = async (...options: string[]) => {
        const shown = await tracer(['install', '--namespace', namespace, '--dry-run', '--json', ...options]);
        expect(shown.status).toBe(0);
        return JSON.parse(shown.stdout);
      };
      const toKindB = ['--trace-backend', 'kindB', '--trace-backend-endpoint', 'tempo.shop:9095'];
      expect(await plan('--reuse-values')).toMatchObject({components: {sampleApp: {}, collector: {}}});
      const first = ['--skip-pma', '--no-wait', ...toKindB, '--set', 'server.service.port=8080'];
      expect(await tracer(['install', '--namespace', namespace, ...first])).toMatchObject({status: 0});
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

  it('that give the server a collector are in the plan, also with --skip-collector', () =>
    inNamespace(async (namespace) => {
      const set = ['--set', 'telemetry.exporters.collector.exporter.collector.endpoint=otel.shop:4317'];
      const options = ['install', '--namespace', namespace, ...LITTLE, ...set, '--no-wait'];
      const {status, stdout, stderr} = await tracer(options);
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(stdout).toContain(
        '\n  Server      reads traces of kindA from kindA-query:16685; sends its own traces to otel.shop:4317\n',
      );
      const config = ['configmap', 'tracer', '-n', namespace, '-o', 'jsonpath={.data.config\\.yaml}'];
      expect((await kubectl(['get', ...config])).stdout).toContain('endpoint: otel.shop:4317');
    }));

  it('that would change the volume are refused', () =>
    inNamespace(async (namespace) => {
      const options = ['install', '--namespace', namespace, ...LITTLE, '--no-wait'];
      expect(await tracer(options)).toMatchObject({status: 0});
      const {status, stderr} = await tracer([...options, '--set', 'postgresql.persistence.size=20Gi']);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining('postgresql.persistence.size cannot be changed from "8Gi" to "20Gi"'),
      });
      expect(stderr).toMatch(/^Error: cannot install the chart: /);
      expect(await tracer(options)).toMatchObject({status: 0, stderr: ''});
    }));

  it('that are not YAML are refused before anything changes', () =>
    inNamespace(async (namespace) => {
      const options = ['install', '--namespace', namespace, '--values', '-'];
      const {status, stderr} = await tracer(options, {input: 'a: [\n'});
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^Error: cannot read --values -: failed to parse -: /),
      });
      expect(await namesIn(namespace)).toEqual([]);
    }));

  it.each([
    {set: 'networkPolicy.enabled=true', lacks: 'networkpolicies.networking.k8s.io'},
    {set: 'ingress.enabled=true,ingress.hosts={tracer.example.com}', lacks: 'ingresses.networking.k8s.io'},
  ])('that enable $set need permissions for it', ({set, lacks}) =>
    inNamespace(async (namespace) => {
      const rules = [
        'secrets',
        'configmaps',
        'serviceaccounts',
        'services',
        'pods',
        'persistentvolumeclaims',
      ];
      const role = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: {name: 'developer', namespace},
        rules: [
          {apiGroups: [''], resources: rules, verbs: ['*']},
          {apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['*']},
        ],
      };
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer');
      await kubectl(['create', '-f', '-'], JSON.stringify(role));
      const subject = `--serviceaccount=${namespace}:developer`;
      await kubectl(['create', 'rolebinding', 'developer', '--role=developer', subject, '-n', namespace]);
      const options = ['install', '--namespace', namespace, ...LITTLE, '--dry-run'];
      expect(await tracer(options, {KUBECONFIG})).toMatchObject({status: 0, stderr: ''});
      const {status, stderr} = await tracer([...options, '--set', set], {KUBECONFIG});
      const verbs = ['get', 'create', 'patch', 'delete'];
      const rights = verbs.map((verb) => `${verb} ${lacks}`).join(', ');
      expect({status, first: stderr.split('\n')[0]}).toEqual({
        status: 1,
        first: `Error: missing permissions in namespace ${namespace}: ${rights}`,
      });
    }),
  );
});
