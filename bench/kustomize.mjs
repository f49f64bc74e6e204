#!/usr/bin/env node
// `node bench/kustomize.mjs [services]`: kustomize alone builds a repository of 1,000 services from real descriptions of 20 to 200 KB, with
// one generator for all and with one for each. Then a path of one service changes, and then its description breaks.
// Needs kustomize 5 on PATH and GNU time; APIGEN_BIN names an executable to measure instead of Node.
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import path from 'node:path';
import {apigen} from './apigen.mjs';
import {openapiDirectory, writeServices} from './descriptions.mjs';
import {inFolder} from './folders.mjs';
import {succeeded, timed} from './timed.mjs';

const count = Number(process.argv[2] ?? 1000);

const routes = (name, description) => `apiVersion: apigen.dev/v1alpha1
kind: MeshRoutes
metadata:
  name: ${name}
  annotations:
    config.kubernetes.io/function: |
      exec: {path: apigen, args: [krm]}
spec:
  descriptions: [${description}]
  allowEmpty: true
  settings: {namespace: shop, service: {namespace: shop}}
`;

const service = (name) => `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: shop}
spec: {selector: {app: ${name}}, ports: [{port: 8080}]}
`;

const list = (items) => `[${items.join(', ')}]`;

/** Two ways to build the services: the text of the kustomization of the repository, and what each folder gets. */
const LAYOUTS = {
  'one generator for all': {
    root: (names) =>
      `resources: ${list(names.map((name) => `services/${name}/service.yaml`))}\ngenerators: [routes.yaml]\n`,
    files: () => ({}),
  },
  // kustomize refuses two generators of one name in a build.
  'one generator for each': {
    root: (names) => `resources: ${list(names.map((name) => `services/${name}`))}\n`,
    files: (name) => ({
      'kustomization.yaml': 'resources: [service.yaml]\ngenerators: [routes.yaml]\n',
      'routes.yaml': routes(name, 'openapi.yaml'),
    }),
  },
};

function writeRepository(folder, names, {root, files}) {
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write('routes.yaml', routes('routes', 'services/*/openapi.yaml'));
  write('kustomization.yaml', root(names));
  for (const name of names)
    for (const [file, text] of Object.entries({'service.yaml': service(name), ...files(name)}))
      write(path.join('services', name, file), text);
}

const FLAGS = ['--enable-alpha-plugins', '--enable-exec'];

function build(folder) {
  const run = timed(['kustomize', 'build', ...FLAGS, '.'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {...process.env, PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`},
  });
  return {...run, objects: run.stdout === '' ? [] : run.stdout.split('\n---\n')};
}

/** Replaces a description while `run` runs. */
function withDescription(file, change, run) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  try {
    return run();
  } finally {
    writeFileSync(file, text);
  }
}

const addPath = (text) => text.replace(/^paths:.*$/m, 'paths:\n  /added-path:\n    get: {}');
const breakPath = (text) => text.replace(/^paths:.*$/m, 'paths:\n  wrong-path:\n    get: {}');

function measure(layout, names, folder) {
  writeRepository(folder, names, LAYOUTS[layout]);
  const first = succeeded(build(folder));
  const name = names[Math.floor(names.length / 2)];
  const file = path.join(folder, 'services', name, 'openapi.yaml');
  const changed = withDescription(file, addPath, () => build(folder));
  const broken = withDescription(file, breakPath, () => build(folder));
  const before = new Set(first.objects);
  return {
    layout,
    seconds: first.seconds.toFixed(1),
    'processor seconds': first.processor.toFixed(1),
    objects: first.objects.length,
    'changed by one path': changed.objects.filter((object) => !before.has(object)).length,
    'objects with a wrong description': broken.objects.length,
    'which is named': /wrong-path/.test(broken.stderr) && broken.stderr.includes(name),
  };
}

/** Puts `apigen`, by which kustomize starts the function, into the folder's `bin`. */
function writeProgram(folder) {
  mkdirSync(path.join(folder, 'bin'));
  const file = path.join(folder, 'bin', 'apigen');
  writeFileSync(file, `#!/bin/sh\nexec ${apigen.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(file, 0o755);
}

const source = openapiDirectory();
if (source !== undefined) {
  await inFolder((folder) => {
    writeProgram(folder);
    const names = writeServices(source, folder, count);
    console.log(`kustomize build of ${names.length} services, on ${availableParallelism()} processors`);
    console.table(Object.keys(LAYOUTS).map((layout) => measure(layout, names, folder)));
  });
}
