import {spawnSync} from 'node:child_process';
import {chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {loadAll} from 'js-yaml';
import {output} from '../../release/run-program.ts';
import {goTool} from '../../release/tools/go-tools.ts';
import {built} from '../cluster/control-plane/build-programs.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {cliProgram} from '../start-cli.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples/gitops');

let kustomize = '';
let helm3 = '';
let helm4 = '';
let folder = '';
const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  kustomize = await built(PROGRAMS.kustomize);
  helm3 = path.join(await built(PROGRAMS.helm3), 'helm');
  helm4 = path.join(await built(PROGRAMS.helm4), 'helm');
}, 900_000);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-gitops-')));
  cpSync(EXAMPLES, folder, {recursive: true});
  const words = cliProgram().map((word) => `'${word}'`);
  mkdirSync(inFolder('bin'));
  writeFileSync(inFolder('bin/apigen'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(inFolder('bin/apigen'), 0o755);
});

function run(program: string, args: readonly string[], name: string) {
  const {status, stdout, stderr} = spawnSync(program, args, {
    cwd: inFolder(name),
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HELM_DATA_HOME: inFolder('helm-data'),
      PATH: [inFolder('bin'), kustomize, process.env.PATH].join(path.delimiter),
    },
  });
  return {status, stdout, stderr};
}

interface Named {
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly namespace: string};
}

/** The objects of a stream of YAML documents, as `kind namespace/name`. */
function namesIn(text: string): string[] {
  const objects: Named[] = JSON.parse(JSON.stringify(loadAll(text)));
  return objects.map(({kind, metadata: {name, namespace}}) => `${kind} ${namespace}/${name}`).sort();
}

const SHOP = [
  'Service shop/orders',
  'Service shop/petstore',
  'ServiceProfile shop/orders.shop.svc.cluster.local',
  'ServiceProfile shop/petstore.shop.svc.cluster.local',
];

/** Breaks one of the descriptions. */
function breakOrders(name: string): void {
  const file = inFolder(`${name}/services/orders/openapi.yaml`);
  writeFileSync(file, readFileSync(file, 'utf8').replace('  /orders:', '  orders:'));
}

const BROKEN = 'services/orders/openapi.yaml:6:3  invalid path "orders": expected a "/" at the beginning\n';

describe('plain kustomize', () => {
  const build = () =>
    run('kustomize', ['build', '--enable-alpha-plugins', '--enable-exec', '.'], 'kustomize');

  test('builds Services and their routes', () => {
    const {stdout, ...rest} = build();
    expect(rest).toEqual({status: 0, stderr: ''});
    expect(namesIn(stdout)).toEqual(SHOP);
  });

  test('builds nothing with a broken description', () => {
    breakOrders('kustomize');
    expect(build()).toMatchObject({status: 1, stdout: '', stderr: expect.stringContaining(BROKEN)});
  });
});

describe('the plugin of Argo CD', () => {
  interface Plugin {
    readonly spec: {readonly generate: {readonly command: string[]; readonly args: string[]}};
  }

  const generate = () => {
    cpSync(inFolder('kustomize/services'), inFolder('argocd/services'), {recursive: true});
    const [plugin]: Plugin[] = JSON.parse(
      JSON.stringify(loadAll(readFileSync(inFolder('argocd/plugin.yaml'), 'utf8'))),
    );
    const [program = '', ...args] = [
      ...(plugin?.spec.generate.command ?? []),
      ...(plugin?.spec.generate.args ?? []),
    ];
    return {run: () => run(program, args, 'argocd')};
  };

  test('prints Services and their routes, without a function of the repository', () => {
    const {stdout, status} = generate().run();
    expect(status).toBe(0);
    expect(namesIn(stdout)).toEqual(SHOP);
  });

  test('prints nothing with a broken description', () => {
    const plugin = generate();
    breakOrders('argocd');
    expect(plugin.run()).toMatchObject({status: 1, stdout: '', stderr: expect.stringContaining(BROKEN)});
  });
});

describe('the workflow for Flux', () => {
  interface Workflow {
    readonly jobs: {
      readonly publish: {readonly steps: readonly {readonly name?: string; readonly run?: string}[]};
    };
  }

  test('renders what Flux applies', () => {
    const [workflow]: Workflow[] = JSON.parse(
      JSON.stringify(loadAll(readFileSync(inFolder('flux/publish.yaml'), 'utf8'))),
    );
    const script = workflow?.jobs.publish.steps.find(({name}) => name === 'Render')?.run ?? 'exit 9';
    expect(run('bash', ['-eo', 'pipefail', '-c', script], 'kustomize')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(namesIn(readFileSync(inFolder('kustomize/rendered/shop.yaml'), 'utf8'))).toEqual(SHOP);
  });

  test('passes actionlint', async () => {
    expect(
      await output(await goTool('actionlint'), ['-no-color', path.join(EXAMPLES, 'flux/publish.yaml')]),
    ).toBe('');
  });
});

describe('the post-renderer of helm', () => {
  const template = ['template', 'pets', 'chart', '--namespace', 'shop', '--post-renderer'];
  const wanted = ['Service shop/pets', 'ServiceProfile shop/pets.shop.svc.cluster.local'];

  test('adds the routes of an annotated Service with helm 3', () => {
    const {stdout, ...rest} = run(helm3, [...template, 'post-renderer/post-render.sh'], 'helm');
    expect(rest).toEqual({status: 0, stderr: ''});
    expect(namesIn(stdout)).toEqual(wanted);
  });

  test('adds them as a plugin of helm 4', () => {
    expect(run(helm4, ['plugin', 'install', 'post-renderer'], 'helm')).toMatchObject({status: 0});
    const {stdout, status} = run(helm4, [...template, 'apigen-routes'], 'helm');
    expect(status).toBe(0);
    expect(namesIn(stdout)).toEqual(wanted);
  });

  test('renders nothing with a broken description', () => {
    writeFileSync(inFolder('helm/openapi.yaml'), 'openapi: 3.1.0\npaths: {pets: {get: {}}}\n');
    expect(run(helm3, [...template, './post-renderer/post-render.sh'], 'helm')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('openapi.yaml:2:9  invalid path "pets"'),
    });
  });
});
