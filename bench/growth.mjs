#!/usr/bin/env node
// `node bench/growth.mjs [most operations]`: time and peak memory of apigen mesh for 1,000 to 1,000,000 operations, by operation.
// APIGEN_BIN names an executable to measure instead of Node. Needs GNU time.
import {statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {apigen} from './apigen.mjs';
import {inFolder} from './folders.mjs';
import {succeeded, timed} from './timed.mjs';

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

await inFolder((folder) => {
  for (const [syntax, describe] of Object.entries(SYNTAXES)) {
    const rows = [];
    for (let count = 1000; count <= most; count *= 10) {
      const file = path.join(folder, `growth.${syntax}`);
      writeFileSync(file, describe(count));
      const command = [...apigen, 'mesh', '-i', file, '--service.name', 'growth'];
      const {processor, bytes} = succeeded(timed(command));
      rows.push({
        operations: count,
        'processor s': processor.toFixed(2),
        'µs / operation': ((processor / count) * 1e6).toFixed(1),
        'peak MB': Math.round(bytes / 1e6),
        'bytes beyond the text / operation': Math.round((bytes - statSync(file).size) / count),
      });
    }
    console.log(`\n${syntax}`);
    console.table(rows);
  }
});
