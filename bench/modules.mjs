#!/usr/bin/env node
// The sources in the bundle that `apigen mesh -i examples/petstore.yaml` runs, and the time of their top-level code in milliseconds:
// `node bench/modules.mjs [rounds]`. Times are medians of runs with V8's code cache, without the modules that each module loads itself.
import {execFileSync} from 'node:child_process';
import {copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {build} from 'esbuild';
import {externalPackages, MAIN, OPTIONS, root} from '../scripts/bundles.mjs';
import {median} from './timed.mjs';

/** Makes each module record when its top-level code starts and ends. */
const RECORDING = {
  name: 'record modules',
  setup: ({onLoad}) =>
    onLoad({filter: /\.[cm]?[jt]s$/, namespace: 'file'}, ({path: file}) => {
      const name = JSON.stringify(path.relative(root, file).replaceAll(path.sep, '/'));
      const contents = `recordModule(${name});${readFileSync(file, 'utf8')}\nrecordModule();`;
      return {contents, loader: file.endsWith('ts') ? 'ts' : 'js'};
    }),
};

/** Loaded before apigen. Node's own modules are recorded when apigen asks for them. A module may load others (CommonJS), whose time is not its own. */
const RECORDER = `
  const times = {};
  const open = [];
  let last;
  globalThis.recordModule = (name) => {
    const now = performance.now();
    if (open.length > 0) times[open.at(-1)] += now - last;
    if (name === undefined) open.pop();
    else times[open[open.push(name) - 1]] = 0;
    last = performance.now();
  };
  const fs = require('node:fs');
  const {Module} = require('node:module');
  const load = Module._load;
  Module._load = (name, ...others) => {
    if (!name.startsWith('node:') || name in times) return load(name, ...others);
    recordModule(name);
    const loaded = load(name, ...others);
    recordModule();
    return loaded;
  };
  process.on('exit', () => fs.writeFileSync(process.env.MODULES_FILE, JSON.stringify(times)));
`;

/** Returns the modules that `mesh` of petstore loads, with the milliseconds of their top-level code: medians of `rounds` runs. */
async function modulesOfMesh(rounds) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-modules-'));
  try {
    const inFolder = (...names) => path.join(folder, ...names);
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const options = {...OPTIONS, ...MAIN, absWorkingDir: root, outbase: '.', outdir: inFolder('dist')};
    await build({
      ...options,
      external: externalPackages(manifest),
      plugins: [RECORDING],
      banner: {js: '// 1'},
    });
    mkdirSync(inFolder('bin'));
    copyFileSync(path.join(root, 'bin', 'run.cjs'), inFolder('bin', 'run.cjs'));
    writeFileSync(inFolder('recorder.cjs'), RECORDER);
    const env = {...process.env, XDG_CACHE_HOME: folder, MODULES_FILE: inFolder('modules.json')};
    const args = ['--require', inFolder('recorder.cjs'), inFolder('bin', 'run.cjs')];
    const input = path.join(root, 'examples', 'petstore.yaml');
    const run = () => {
      execFileSync(process.execPath, [...args, 'mesh', '-i', input], {
        env,
        stdio: 'ignore',
      });
      return JSON.parse(readFileSync(env.MODULES_FILE, 'utf8'));
    };
    // Writes the code cache.
    const names = Object.keys(run());
    const runs = Array.from({length: rounds}, run);
    return new Map(names.map((name) => [name, median(runs.map((times) => times[name]))]));
  } finally {
    rmSync(folder, {recursive: true});
  }
}

const modules = await modulesOfMesh(Number(process.argv[2] ?? 15));
const sorted = [...modules].sort(([, one], [, other]) => other - one);
const total = sorted.reduce((sum, [, time]) => sum + time, 0);
for (const [name, time] of sorted) console.log(time.toFixed(3).padStart(8), name);
console.log(total.toFixed(3).padStart(8), `in all, ${sorted.length} modules`);
