#!/usr/bin/env node
// `node bench/redocly.mjs [rounds]`: compares `redocly bundle` with and without the plugin, and `apigen mesh --config`.
// Everything is installed outside the repository, apigen from its packed tarball.
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {alternate, print} from './alternating-runs.mjs';
import {root} from './apigen.mjs';
import {githubJson} from './descriptions.mjs';
import {inFolder, install} from './folders.mjs';

const VERSION = '2.77.0';
const rounds = Number(process.argv[2] ?? 15);
process.env.REDOCLY_TELEMETRY = 'off';
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true';

function project(folder, name, description, decorators) {
  const projectFolder = path.join(folder, name);
  mkdirSync(projectFolder);
  const file = `openapi${path.extname(description)}`;
  copyFileSync(description, path.join(projectFolder, file));
  const apis = {api: {root: file, output: 'dist/bundle.yaml'}};
  writeFileSync(path.join(projectFolder, 'redocly.yaml'), JSON.stringify({...decorators, apis}));
  return projectFolder;
}

const WITH = {
  plugins: ['@apigen/cli/redocly'],
  extends: ['apigen/recommended'],
  decorators: {'apigen/service-profile': {'service.name': 'api'}},
};

/** Paths of GitHub's description that apigen warns about: Redocly parses a file again to show where a warning is. */
const WITH_WARNINGS = [
  '/orgs/{org}/attestations/{subject_digest}',
  '/users/{username}/attestations/{subject_digest}',
  '/repos/{owner}/{repo}/compare/{base}...{head}',
];

function withoutWarnings(description, folder) {
  if (description === undefined) return undefined;
  const document = JSON.parse(readFileSync(description, 'utf8'));
  for (const name of WITH_WARNINGS) delete document.paths[name];
  const file = path.join(folder, 'clean.json');
  writeFileSync(file, JSON.stringify(document, null, 2));
  return file;
}

const github = githubJson();
await inFolder((folder) => {
  const redocly = path.join(install(folder, `@redocly/cli@${VERSION}`), 'redocly');
  const apigen = path.join(folder, 'node_modules', '.bin', 'apigen');
  const descriptions = {
    petstore: path.join(root, 'examples', 'petstore.yaml'),
    'GitHub, 13 MB of JSON, without warnings': withoutWarnings(github, folder),
    'GitHub, 13 MB of JSON, three warnings': github,
  };
  for (const [index, [name, description]] of Object.entries(descriptions).entries()) {
    if (description === undefined) continue;
    const plain = project(folder, `${index}-plain`, description, {});
    const plugin = project(folder, `${index}-plugin`, description, WITH);
    print(
      `${name}, ${rounds} alternating runs`,
      alternate(
        [
          {name: 'redocly bundle', command: [redocly, 'bundle'], cwd: plain},
          {
            name: 'redocly bundle with @apigen/cli/redocly',
            command: [redocly, 'bundle'],
            cwd: plugin,
          },
          {
            name: 'apigen mesh --config',
            command: [apigen, 'mesh', '--config', 'redocly.yaml'],
            cwd: plugin,
          },
        ],
        rounds,
      ),
    );
  }
});
