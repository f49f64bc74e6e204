import {chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {hideValues} from '../../../plugins/tracer/src/options/set-values.ts';
import {readHelmValues} from '../../../plugins/tracer/src/release/values.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {type Helm, helm, inNamespace} from '../support/clients.ts';
import {type Environment, environmentFor, start} from '../support/installers.ts';
import {tracer as runTracer} from '../support/tracer.ts';

const access = clusterAccess();
const VERSIONS = (['oldest', 3, 4] as const).filter((version) => access.helm[version] !== undefined);
const folder = mkdtempSync(path.join(access.folder, 'secrets-'));

writeFileSync(
  path.join(folder, 'lists.yaml'),
  'env: [{name: A, value: one}, {name: B, value: two}]\nauth: {user: tracer, password: old}\n',
);
writeFileSync(
  path.join(folder, 'scalars.yaml'),
  'on: yes\nbig: 1000650000\nfloat: 1.5\ndate: 2020-01-01\nempty: null\nauth: {user: null}\n',
);

/** A chart that prints its values, without the code under test. */
const ECHO = path.join(folder, 'echo');
mkdirSync(path.join(ECHO, 'templates'), {recursive: true});
writeFileSync(path.join(ECHO, 'Chart.yaml'), 'apiVersion: v2\nname: echo\nversion: 1.0.0\n');
writeFileSync(path.join(ECHO, 'templates', 'echo.yaml'), 'echo: {{ toJson .Values | quote }}\n');

interface Values {
  readonly set?: readonly string[] | undefined;
  readonly setString?: readonly string[] | undefined;
  readonly files?: readonly string[];
}

/** What helm itself reads from its arguments. */
async function ofHelm(version: Helm, {set = [], setString = [], files = []}: Values): Promise<unknown> {
  const flags = [
    ...files.flatMap((file) => ['--values', file]),
    ...set.flatMap((text) => ['--set', text]),
    ...setString.flatMap((text) => ['--set-string', text]),
  ];
  const {stdout} = await helm(version, ['template', 'echo', ECHO, ...flags]);
  const [, quoted = '""'] = /^echo: (.*)$/m.exec(stdout) ?? [];
  return JSON.parse(JSON.parse(quoted));
}

describe.each(VERSIONS)('values are read like helm %s reads them', (version) => {
  const {PATH} = process.env;
  beforeAll(() => {
    process.env.PATH = environmentFor({helm: version, chartRepository: ''}).PATH;
  });
  afterAll(() => {
    process.env.PATH = PATH;
  });

  it.each<Values>([
    {set: ['a=1,b=true,c=null,d=x,e=007,f=1.5,g=-3,h=']},
    {set: ['a.b.c=1', 'a.b.d=x'], setString: ['a.b.c=1,a.e=true']},
    {set: ['a={x,1,null},b={}']},
    {set: ['a[1]=x,a[0].b=y,a[0].c[0][1]=z']},
    {set: [String.raw`a\.b=x\,y,c=\{z\},d=\\`]},
    {set: ['env[1].value=secret,auth.password=null'], files: ['lists.yaml']},
    {
      set: ['auth.user=x', 'env={}'],
      setString: ['auth.password=123456'],
      files: ['scalars.yaml', 'lists.yaml'],
    },
    {files: ['lists.yaml', 'scalars.yaml']},
    {set: ['a={x}b=y', 'c=two\nlines', 'd=<&>"\'$(x) 🔑']},
    {set: ['a=x', 'a=null', 'b=null', 'b=y']},
  ])('%j', async ({set, setString, files: names = []}) => {
    const files = names.map((name) => path.join(folder, name));
    const request = {
      ...{chart: {from: 'package' as const}, values: {}, changes: undefined},
      ...{files, set: hideValues(set, setString)},
    };
    const scope = {kubeconfig: undefined, context: '', namespace: ''};
    const {input} = await readHelmValues(scope, request, new AbortController().signal);
    expect(JSON.parse(input)).toEqual(await ofHelm(version, {set, setString, files}));
  });
});

/** Programs that record their arguments, one a line, and then run the real ones. */
function recording(version: Helm): Environment & {readonly record: string; readonly temporary: string} {
  const own = mkdtempSync(path.join(folder, 'recording-'));
  const temporary = path.join(own, 'temporary');
  const record = path.join(own, 'arguments.txt');
  mkdirSync(temporary);
  for (const [name, program] of Object.entries({helm: access.helm[version], kubectl: access.kubectl})) {
    const script = `#!/bin/sh\nprintf '%s\\n' ${name} "$@" >>'${record}'\nexec '${program}' "$@"\n`;
    writeFileSync(path.join(own, name), script);
    chmodSync(path.join(own, name), 0o755);
  }
  const env = {PATH: [own, process.env.PATH].join(path.delimiter), TMPDIR: temporary};
  return {helm: version, chartRepository: 'http://127.0.0.1:9', env, record, temporary};
}

const SECRET = 'hunter2-in-full';
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend'];

it.each(VERSIONS)('no argument of a program contains a value, with helm %s', (version) =>
  inNamespace(async (namespace) => {
    const programs = recording(version);
    const tracer = (...args: string[]) => runTracer(programs, [...args, '--namespace', namespace]);
    const secret = ['--set', `postgresql.auth.password=${SECRET}`];
    const more = ['--set-string', 'podAnnotations.note=annotated-value'];
    expect(await tracer('install', ...LITTLE, ...secret, ...more)).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('install', '--reuse-values', '--set', 'server.service.port=8080')).toMatchObject({
      ...{status: 0, stderr: ''},
    });
    const kept = await helm(version, [
      'get',
      'values',
      'tracer',
      '--namespace',
      namespace,
      '--output',
      'json',
    ]);
    expect(JSON.parse(kept.stdout)).toMatchObject({
      postgresql: {auth: {password: SECRET}},
      podAnnotations: {note: 'annotated-value'},
      server: {service: {port: 8080}},
    });
    expect(await tracer('status')).toMatchObject({status: 0, stderr: ''});
    expect(await tracer('uninstall', '--yes')).toMatchObject({status: 0, stderr: ''});
    const recorded = readFileSync(programs.record, 'utf8');
    expect(recorded).toMatch(/^helm\nupgrade\n--install\n(.*\n)*--values\n-\n/m);
    expect(recorded).not.toMatch(/hunter2|annotated-value/);
    expect(readdirSync(programs.temporary)).toEqual([]);
  }),
);

it('an interrupted installation leaves no file', () =>
  inNamespace(async (namespace) => {
    const programs = recording(VERSIONS.at(-1) ?? 3);
    const options = ['--namespace', namespace, ...LITTLE, '--set', `postgresql.auth.password=${SECRET}`];
    const running = start('command', options, programs);
    await running.printed('Plan');
    running.signal('SIGINT');
    expect(await running.ended).toMatchObject({status: 1});
    expect(readdirSync(programs.temporary)).toEqual([]);
    expect(readFileSync(programs.record, 'utf8')).not.toContain(SECRET);
  }));

describe.each(VERSIONS)('messages of helm %s contain no password', (version) => {
  const chart = path.join(mkdtempSync(path.join(folder, 'chart-')), 'tracer');
  beforeAll(() => {
    cpSync(chartFolder, chart, {recursive: true});
    const refusal = '{{ fail (printf "weak password %s" .Values.postgresql.auth.password) }}\n';
    writeFileSync(path.join(chart, 'templates', 'weak.yaml'), refusal);
  });

  it.each([
    {args: ['--set', `postgresql.auth.password=${SECRET}`]},
    {args: ['--values', '-'], input: `postgresql: {auth: {password: ${SECRET}}}\n`},
  ])('$args', ({args, input}) =>
    inNamespace(async (namespace) => {
      const options = ['install', '--namespace', namespace, ...LITTLE, '--chart', chart, ...args];
      for (const env of [{}, {HELM_DEBUG: 'true'}]) {
        const programs = recording(version);
        const found = await runTracer({...programs, env: {...programs.env, ...env}}, options, input);
        expect(found).toMatchObject({status: 1, stderr: expect.stringContaining('weak password ***')});
        expect(found.stdout + found.stderr).not.toContain(SECRET);
      }
    }),
  );
});
