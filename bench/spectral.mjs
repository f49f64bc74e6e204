#!/usr/bin/env node
// `node bench/spectral.mjs [rounds]`: compares `spectral lint` with the rulesets of apigen and with a single trivial rule,
// and measures the rules alone. Spectral and the tarball of apigen are installed outside the repository.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {lintDescription} from '../dist/src/index.js';
import {alternate, print} from './alternating-runs.mjs';
import {githubJson} from './descriptions.mjs';

const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 7);

const RULESETS = {
  'one trivial rule': 'rules: {trivial: {given: $.info, then: {field: title, function: truthy}}}',
  '@apigen/cli/spectral': 'extends: ["@apigen/cli/spectral"]',
  'apigen.spectral.yaml': 'extends: ["./node_modules/@apigen/cli/rulesets/apigen.spectral.yaml"]',
};

/** Adds a setting to the description: without one, the rules check nothing. */
function withSettings(file, folder) {
  const description = {...JSON.parse(readFileSync(file, 'utf8')), 'x-apigen': {service: {name: 'github'}}};
  const copy = path.join(folder, 'github.json');
  writeFileSync(copy, JSON.stringify(description, null, 2));
  const started = performance.now();
  const findings = lintDescription(description, {uri: 'file:///github.json'});
  console.log(`the rules alone: ${Math.round(performance.now() - started)} ms, ${findings.length} findings`);
  return copy;
}

function install(folder) {
  const npm = (cwd, ...args) => execFileSync('npm', args, {cwd, stdio: ['ignore', 'ignore', 'inherit']});
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  npm(root, 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder);
  const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  npm(folder, 'install', '--ignore-scripts', '--loglevel=error', `./apigen-cli-${version}.tgz`, SPECTRAL);
}

const file = githubJson();
if (file !== undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-bench-'));
  try {
    install(folder);
    const description = withSettings(file, folder);
    const commands = Object.entries(RULESETS).map(([name, text]) => {
      const ruleset = path.join(folder, `${name.replaceAll(/\W/g, '-')}.yaml`);
      writeFileSync(ruleset, text);
      const spectral = path.join(folder, 'node_modules', '.bin', 'spectral');
      return {
        name,
        command: [spectral, 'lint', '--fail-severity', 'error', '-r', ruleset, description],
        cwd: folder,
      };
    });
    print('spectral lint, GitHub, 13 MB of JSON', alternate(commands, rounds));
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
