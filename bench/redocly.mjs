#!/usr/bin/env node
// `node bench/redocly.mjs [rounds]`: compares `redocly bundle` with and without the plugin, and `apigen mesh --config`.
// Everything is installed outside the repository, apigen from its packed tarball.
import {execFileSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {alternate, print} from './alternating-runs.mjs';
import {githubJson} from './descriptions.mjs';

const VERSION = '2.77.0';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 15);
const cache = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'),
  'apigen',
  'redocly',
  VERSION,
);
const redocly = path.join(cache, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

process.env.REDOCLY_TELEMETRY = 'off';
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true';

function npm(cwd, ...args) {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 2],
  });
}

if (!existsSync(redocly)) {
  mkdirSync(cache, {recursive: true});
  writeFileSync(path.join(cache, 'package.json'), '{"private": true}');
  npm(cache, 'install', '--ignore-scripts', `@redocly/cli@${VERSION}`);
}

/** Creates the folder for the projects and installs apigen in it. */
function installApigen() {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-bench-'));
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  npm(folder, 'install', '--ignore-scripts', `./${tarball}`);
  return folder;
}

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

const folder = installApigen();
const github = githubJson();
const DESCRIPTIONS = {
  petstore: path.join(root, 'examples', 'petstore.yaml'),
  'GitHub, 13 MB of JSON, without warnings': withoutWarnings(github, folder),
  'GitHub, 13 MB of JSON, three warnings': github,
};
try {
  for (const [index, [name, description]] of Object.entries(DESCRIPTIONS).entries()) {
    if (description === undefined) continue;
    const plain = project(folder, `${index}-plain`, description, {});
    const plugin = project(folder, `${index}-plugin`, description, WITH);
    const apigen = path.join(folder, 'node_modules', '@apigen', 'cli', 'bin', 'run.cjs');
    print(
      `${name}, ${rounds} alternating runs`,
      alternate(
        [
          {name: 'redocly bundle', command: [process.execPath, redocly, 'bundle'], cwd: plain},
          {
            name: 'redocly bundle with @apigen/cli/redocly',
            command: [process.execPath, redocly, 'bundle'],
            cwd: plugin,
          },
          {
            name: 'apigen mesh --config',
            command: [process.execPath, apigen, 'mesh', '--config', 'redocly.yaml'],
            cwd: plugin,
          },
        ],
        rounds,
      ),
    );
  }
} finally {
  rmSync(folder, {recursive: true, force: true});
}
