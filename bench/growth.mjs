#!/usr/bin/env node
// `node bench/growth.mjs [most operations]`: time and peak memory of apigen mesh for 1,000 to 1,000,000 operations, by operation.
// APIGEN_BIN names an executable to measure instead of Node. Needs GNU time.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {apigen} from './apigen.mjs';

const most = Number(process.argv[2] ?? 1_000_000);

/** Descriptions with one operation in each path. */
const SYNTAXES = {
  json: (count) =>
    `{"openapi": "3.1.0", "info": {"title": "Growth"}, "paths": {\n${lines(count, ',\n', (index) => `"/items${index}/{id}": {"get": {"operationId": "getItem${index}", "responses": {"200": {"description": "OK"}, "500": {"description": "Error"}}}}`)}\n}}\n`,
  yaml: (count) =>
    `openapi: 3.1.0\ninfo: {title: Growth}\npaths:\n${lines(count, '\n', (index) => `  /items${index}/{id}:\n    get:\n      operationId: getItem${index}\n      responses:\n        '200': {description: OK}\n        '500': {description: Error}`)}\n`,
};

function lines(count, separator, line) {
  return Array.from({length: count}, (_, index) => line(index)).join(separator);
}

/** Processor time in seconds, and peak memory in bytes. */
function measure(file) {
  const command = [...apigen, 'mesh', '-i', file, '--service.name', 'growth'];
  const {stderr, status} = spawnSync('/usr/bin/time', ['-f', '\n%U %S %M', ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command.join(' ')}: exit ${status}\n${stderr}`);
  const [user, system, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return {seconds: user + system, bytes: kilobytes * 1024};
}

const folder = mkdtempSync(path.join(tmpdir(), 'apigen-growth-'));
try {
  for (const [syntax, describe] of Object.entries(SYNTAXES)) {
    const rows = [];
    for (let count = 1000; count <= most; count *= 10) {
      const file = path.join(folder, `growth.${syntax}`);
      writeFileSync(file, describe(count));
      const {seconds, bytes} = measure(file);
      rows.push({
        operations: count,
        'processor s': seconds.toFixed(2),
        'µs / operation': ((seconds / count) * 1e6).toFixed(1),
        'peak MB': Math.round(bytes / 1e6),
        'bytes beyond the text / operation': Math.round((bytes - statSync(file).size) / count),
      });
    }
    console.log(`\n${syntax}`);
    console.table(rows);
  }
} finally {
  rmSync(folder, {recursive: true, force: true});
}
