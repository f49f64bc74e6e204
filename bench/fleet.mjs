#!/usr/bin/env node
// `node bench/fleet.mjs`: processor time, time and peak memory of apigen mesh for 100 to 1,000 real descriptions of 20 to 200 KB as YAML.
// APIGEN_BIN names an executable to measure instead of Node. Needs GNU time.
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism, tmpdir} from 'node:os';
import path from 'node:path';
import {dump} from 'js-yaml';
import {apigen} from './apigen.mjs';
import {openapiDirectory} from './descriptions.mjs';

const COUNTS = [100, 300, 1000];

/** Writes descriptions of the right size, each for a Service of its own, to folders named `s0000` and on. */
function writeDescriptions(source, folder) {
  let count = 0;
  for (const name of readdirSync(source, {recursive: true}).sort()) {
    if (count === COUNTS.at(-1)) return;
    if (!name.endsWith('.json')) continue;
    const description = JSON.parse(readFileSync(path.join(source, name), 'utf8'));
    const service = `s${String(count).padStart(4, '0')}`;
    const text = dump({...description, 'x-apigen': {service: {name: service}}}, {noRefs: true});
    if (!('paths' in description) || text.length < 20_000 || text.length > 200_000) continue;
    mkdirSync(path.join(folder, 'services', service), {recursive: true});
    writeFileSync(path.join(folder, 'services', service, 'openapi.yaml'), text);
    count += 1;
  }
}

function measure(count, folder) {
  const names = readdirSync(path.join(folder, 'services')).slice(0, count);
  const inputs = names.flatMap((name) => ['-i', `services/${name}/openapi.yaml`]);
  const command = [...apigen, 'mesh', ...inputs, '-o', `mesh-${count}/`, '--allow-empty'];
  const {stderr, status} = spawnSync('/usr/bin/time', ['-f', '\n%e %U %S %M', ...command], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`exit ${status}\n${stderr.slice(0, 2000)}`);
  const [seconds, user, system, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return {
    descriptions: count,
    seconds,
    'processor seconds': Number((user + system).toFixed(2)),
    MB: Math.round(kilobytes / 1000),
  };
}

const source = openapiDirectory();
if (source !== undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-fleet-'));
  try {
    writeDescriptions(source, folder);
    console.log(`apigen mesh with many descriptions, on ${availableParallelism()} processors`);
    console.table(COUNTS.map((count) => measure(count, folder)));
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
