#!/usr/bin/env node
// `node bench/fleet.mjs`: processor time, time and peak memory of apigen mesh for 100 to 1,000 real descriptions of 20 to 200 KB as YAML,
// named by `-i`, and as the APIs of a redocly.yaml.
// APIGEN_BIN names an executable to measure instead of Node. Needs GNU time.
import {readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {apigen} from './apigen.mjs';
import {openapiDirectory, writeServices} from './descriptions.mjs';
import {inFolder} from './folders.mjs';
import {succeeded, timed} from './timed.mjs';

const COUNTS = [100, 300, 1000];

function writeConfig(names, folder, config) {
  const decorators = {'apigen/service-profile': {output: `mesh-${config}/{api}.yaml`}};
  const apis = names.map((name) => [name, {root: `services/${name}/openapi.yaml`}]);
  writeFileSync(path.join(folder, config), JSON.stringify({decorators, apis: Object.fromEntries(apis)}));
}

/** The arguments of a run for the first descriptions, by what names them. */
const RUNS = {
  '-i': (names) => [
    ...names.flatMap((name) => ['-i', `services/${name}/openapi.yaml`]),
    '-o',
    `mesh-${names.length}/`,
  ],
  '--config': (names, folder) => {
    const config = `redocly-${names.length}.json`;
    writeConfig(names, folder, config);
    return ['--config', config];
  },
};

function measure(run, count, folder) {
  const names = readdirSync(path.join(folder, 'services')).slice(0, count);
  const command = [...apigen, 'mesh', ...RUNS[run](names, folder), '--allow-empty'];
  const {seconds, processor, bytes} = succeeded(timed(command, {cwd: folder}));
  return {
    run,
    descriptions: count,
    seconds,
    'processor seconds': Number(processor.toFixed(2)),
    MB: Math.round(bytes / 1e6),
  };
}

const source = openapiDirectory();
if (source !== undefined) {
  await inFolder((folder) => {
    writeServices(source, folder, COUNTS.at(-1));
    console.log('apigen mesh with many descriptions');
    console.table(Object.keys(RUNS).flatMap((run) => COUNTS.map((count) => measure(run, count, folder))));
  });
}
