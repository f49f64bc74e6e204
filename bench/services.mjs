#!/usr/bin/env node
// `node bench/services.mjs`: time and peak memory of apigen lint and apply --from-services for 100 to 1,000 Services, which serve descriptions of 20 to
// 200 KB as YAML through an API server that is only as much as is asked for.
// APIGEN_BIN names an executable to measure instead of Node. Needs GNU time.
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {apigen, root} from './apigen.mjs';
import {openapiDirectory, writeServices} from './descriptions.mjs';
import {inFolder} from './folders.mjs';
import {timed} from './timed.mjs';

const COUNTS = [100, 300, 1000];
const annotations = {'apigen.dev/openapi': '/openapi.yaml'};

function writeCluster(names, folder) {
  const objects = names.map((name) => ({
    ...{apiVersion: 'v1', kind: 'Service', metadata: {name, namespace: 'shop', annotations}},
    spec: {ports: [{port: 80}]},
  }));
  const served = names.map((name) => [
    `shop/${name}:80/openapi.yaml`,
    {file: `services/${name}/openapi.yaml`},
  ]);
  writeFileSync(
    path.join(folder, 'cluster.json'),
    JSON.stringify({objects, served: Object.fromEntries(served)}),
  );
}

const COMMANDS = {lint: ['lint'], apply: ['apply', '--mesh', 'linkerd', '--dry-run']};

function measure(name, names, folder) {
  writeCluster(names, folder);
  const env = {...process.env, PATH: `${path.join(root, 'test', 'fake-cluster')}:${process.env.PATH}`};
  const command = [...apigen, ...COMMANDS[name], '--from-services', '--fetch', 'proxy', '--allow-empty'];
  const {seconds, processor, bytes} = timed(command, {cwd: folder, env});
  return {
    Services: names.length,
    seconds,
    'processor seconds': Number(processor.toFixed(2)),
    MB: Math.round(bytes / 1e6),
  };
}

const source = openapiDirectory();
if (source !== undefined) {
  await inFolder((folder) => {
    const names = writeServices(source, folder, COUNTS.at(-1));
    for (const command of Object.keys(COMMANDS)) {
      console.log(`apigen ${command} with the descriptions that Services serve`);
      console.table(COUNTS.map((count) => measure(command, names.slice(0, count), folder)));
    }
  });
}
