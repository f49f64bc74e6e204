#!/usr/bin/env node
// `node bench/apply.mjs [rounds]`: compares `apigen apply` with nothing to change with kubectl for the same objects, with the API server of the
// cluster's tests. Needs Node 24, which reads TypeScript, and Go.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {built} from '../test/cluster/control-plane/build-programs.ts';
import {guard} from '../test/cluster/control-plane/guard.ts';
import {PROGRAMS} from '../test/cluster/control-plane/programs.ts';
import {startControlPlane} from '../test/cluster/control-plane/start.ts';
import {alternate, print} from './alternating-runs.mjs';
import {apigen, root} from './apigen.mjs';

const rounds = Number(process.argv[2] ?? 15);
const TARGETS = {
  ServiceProfile: ['--mesh', 'linkerd'],
  HTTPRoute: ['--mesh', 'istio', '--service.port', '80'],
};

// The module with the CRDs needs a newer Go than its files do.
const env = {...process.env, GOTOOLCHAIN: 'auto'};
const options = {encoding: 'utf8', stdio: 'pipe'};
const run = (program, ...args) => execFileSync(program, args, options);

function applyCrds() {
  const profiles = readFileSync(path.join(root, 'test', 'cluster', 'service-profile-crd.yaml'), 'utf8');
  const kubectl = ['apply', '--server-side', '-f'];
  execFileSync('kubectl', [...kubectl, '-'], {input: profiles.replaceAll('mesh.io', 'linkerd.io')});
  const {Dir: folder} = JSON.parse(
    execFileSync('go', ['mod', 'download', '-json', 'sigs.k8s.io/gateway-api@v1.7.0'], {...options, env}),
  );
  const routes = path.join(folder, 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml');
  run('kubectl', ...kubectl, routes);
  run('kubectl', 'wait', '--for=condition=Established', 'crd', '--all');
}

function compare(kind, mesh, folder) {
  const description = path.join(root, 'examples', 'petstore.yaml');
  const args = ['-i', description, ...mesh];
  const file = path.join(folder, 'objects.yaml');
  writeFileSync(file, run(...apigen, 'mesh', ...args));
  run(...apigen, 'apply', ...args, '--yes');
  const kubectl = ['apply', '--server-side', '--dry-run=server', '--field-manager=apigen', '-f', file];
  const commands = [
    {name: 'kubectl apply', command: ['kubectl', ...kubectl]},
    {name: 'apigen apply', command: [...apigen, 'apply', ...args, '--yes']},
  ];
  print(`petstore, ${kind}, nothing to change`, alternate(commands, rounds));
}

const guarded = guard();
try {
  const programs = {kubernetes: await built(PROGRAMS.kubernetes), kwok: await built(PROGRAMS.kwok)};
  process.env.KUBECONFIG = await startControlPlane(programs, guarded);
  process.env.PATH = `${programs.kubernetes}:${process.env.PATH}`;
  applyCrds();
  // That of the example.
  run('kubectl', 'create', 'namespace', 'shop');
  run('kubectl', '-n', 'shop', 'create', 'service', 'clusterip', 'petstore', '--tcp=80');
  for (const [kind, mesh] of Object.entries(TARGETS)) compare(kind, mesh, guarded.folder);
} finally {
  await guarded.close();
}
