#!/usr/bin/env node
// `node bench/spectral.mjs [rounds]`: compares `spectral lint` with the rulesets of apigen and with a single trivial rule,
// and measures the rules alone. Spectral and the tarball of apigen are installed outside the repository.
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {lintDescription} from '../dist/src/index.js';
import {alternate, print} from './alternating-runs.mjs';
import {githubJson} from './descriptions.mjs';
import {inFolder, install} from './folders.mjs';

const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
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

const file = githubJson();
if (file !== undefined) {
  await inFolder((folder) => {
    const spectral = path.join(install(folder, SPECTRAL), 'spectral');
    const description = withSettings(file, folder);
    const commands = Object.entries(RULESETS).map(([name, text]) => {
      const ruleset = path.join(folder, `${name.replaceAll(/\W/g, '-')}.yaml`);
      writeFileSync(ruleset, text);
      return {
        name,
        command: [spectral, 'lint', '--fail-severity', 'error', '-r', ruleset, description],
        cwd: folder,
      };
    });
    print('spectral lint, GitHub, 13 MB of JSON', alternate(commands, rounds));
  });
}
