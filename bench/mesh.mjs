#!/usr/bin/env node
// `npm run bench`: compares apigen mesh with an empty Node program and with the Go tools for the same task (kusk-gen,
// linkerd), and runs that report problems with those that do not. Tools that are not on PATH are skipped with a message. It measures the Node that runs it:
// `npx --package=node@24 node bench/mesh.mjs`.
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {alternate, print} from './alternating-runs.mjs';
import {apigen, root} from './apigen.mjs';
import {githubJson, githubYaml, writeWithProblems} from './descriptions.mjs';
import {inFolder} from './folders.mjs';

const rounds = Number(process.argv[2] ?? 15);

const PEERS = {
  'linkerd profile': (file) => ['linkerd', 'profile', '--open-api', file, '--ignore-cluster', 'petstore'],
  'kusk-gen linkerd': (file) => ['kusk-gen', 'linkerd', '-i', file, '--service.name', 'petstore'],
};

const present = Object.entries(PEERS).filter(([name, command]) => {
  const found = !spawnSync(command('')[0], ['version'], {stdio: 'ignore'}).error;
  if (!found) console.log(`skipping ${name}: not on PATH`);
  return found;
});

const DESCRIPTIONS = {
  petstore: path.join(root, 'examples', 'petstore.yaml'),
  'GitHub, 13 MB of JSON': githubJson(),
  'GitHub, 10 MB of YAML': githubYaml(),
};

for (const [name, file] of Object.entries(DESCRIPTIONS)) {
  if (file === undefined) continue;
  const peers = present.map(([peer, command]) => ({name: peer, command: command(file)}));
  const commands = [
    {name: 'node -e 0', command: [process.execPath, '-e', '0']},
    {name: 'apigen mesh', command: [...apigen, 'mesh', '-i', file, '--service.name', 'petstore']},
    ...peers,
  ];
  print(`${name}, Node ${process.version}`, alternate(commands, rounds));
}

const large = DESCRIPTIONS['GitHub, 13 MB of JSON'];
if (large !== undefined)
  await inFolder((folder) => {
    const {json, yaml} = writeWithProblems(large, folder);
    const compare = (title, files, commandOf) => {
      const commands = Object.entries(files).map(([name, file]) => ({
        name,
        command: commandOf(file),
        cwd: folder,
      }));
      print(`${title}, Node ${process.version}`, alternate(commands, rounds));
    };
    const named = (command, file) => [...apigen, command, '-i', file, '--service.name', 'github'];
    for (const command of ['mesh', 'lint', 'routes', 'report'])
      compare(`GitHub as JSON, ${command}`, json, (file) => named(command, file));
    compare('GitHub as YAML, mesh', yaml, (file) => named('mesh', file));
    // It changes the file.
    const init = 'cp "$1" copy.json && shift && exec "$@" init -i copy.json --service.name github --yes';
    compare('GitHub as JSON, init', json, (file) => ['sh', '-c', init, 'sh', file, ...apigen]);
  });
