import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {MESH_FLAGS} from '../src/commands/mesh/mesh-flags.ts';

/** The flags of `apigen mesh` that begin with these letters. */
const flags = (start: string) =>
  MESH_FLAGS.map(({key}) => `--${key}`)
    .filter((flag) => flag.startsWith(start))
    .sort();

const FILES = ['apis', 'pets.yaml', 'redocly.yaml'];

/** Another project, in the folder `apis`. */
const OTHER = 'apis/redocly.yaml';

/** Fills the folder that the cases run in. */
export async function fillFolder(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'apis'), {recursive: true});
  await writeFile(path.join(folder, 'pets.yaml'), '');
  await writeFile(
    path.join(folder, 'redocly.yaml'),
    'apis:\n  core@v1: {root: pets.yaml}\n  pets: {root: pets.yaml}\n',
  );
  await writeFile(path.join(folder, OTHER), 'apis:\n  orders: {root: ../pets.yaml}\n');
}

/** What the shells offer at a Tab after a command line. An executable has no `plugins`. */
export const COMPLETIONS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  [
    'apigen ',
    [
      'autocomplete',
      'help',
      'init',
      'krm',
      'licenses',
      'mesh',
      'report',
      'routes',
      'ruleset',
      'schema',
      'tracer',
      'version',
    ],
  ],
  ['apigen tr', ['tracer']],
  ['apigen report --allow', ['--allow-empty', '--allow-plugins']],
  ['apigen routes ', ['apis', 'core@v1', 'match', 'pets', 'pets.yaml', 'redocly.yaml']],
  ['apigen routes match --lo', ['--log']],
  ['apigen routes match P', ['PATCH', 'POST', 'PUT']],
  ['apigen routes match GET ', []],
  ['apigen routes match --api ', ['core@v1', 'pets', ...FILES].sort()],
  ['apigen routes match --api co', ['core@v1']],
  ['apigen routes --method DEL', ['DELETE']],
  ['apigen routes --target ', ['httproute', 'service-profile']],
  ['apigen mesh --merge --overlay pe', ['pets.yaml']],
  ['apigen report --out ', FILES],
  ['apigen init --mesh ', ['cilium', 'istio', 'linkerd']],
  ['apigen init --in pe', ['pets.yaml']],
  ['apigen krm ', []],
  ['apigen help mesh ', []],
  ['apigen routes --ch', ['--changed']],
  ['apigen tracer ', ['client', 'install', 'open', 'status', 'uninstall', 'version']],
  ['apigen tracer client ', ['install']],
  ['apigen help tracer cl', ['client']],
  ['apigen autocomplete ', ['bash', 'fish', 'powershell', 'zsh']],
  ['apigen autocomplete zsh ', []],
  ['apigen unknown ', []],
  ['apigen mesh --se', flags('--se')],
  ['apigen mesh --in pets.yaml --service.n', flags('--service.n')],
  ['apigen mesh -i mesh --service.p', flags('--service.p')],
  ['apigen mesh --no-', ['--no-response_classes', '--no-retryable']],
  ['apigen mesh --format ', ['json', 'yaml']],
  ['apigen mesh --format=j', ['json']],
  ['apigen mesh --service.name ', []],
  ['apigen mesh --in ', FILES],
  ['apigen mesh -i pe', ['pets.yaml']],
  ['apigen mesh --in=pe', ['pets.yaml']],
  ['apigen mesh --config re', ['redocly.yaml']],
  ['apigen mesh ', ['core@v1', 'pets', ...FILES].sort()],
  ['apigen mesh core@', ['core@v1']],
  [`apigen mesh --config ${OTHER} o`, ['orders']],
  [`apigen mesh --config=${OTHER} o`, ['orders']],
  ['apigen mesh core@v1 --strict pet', ['pets', 'pets.yaml']],
  ['apigen schema ', []],
  ['apigen tracer install --skip-p', ['--skip-pma']],
  ['apigen tracer install --no-', ['--no-wait']],
  ['apigen tracer client install --method d', ['dnf', 'dpkg']],
  ['apigen tracer install --namespace ', []],
  ['apigen --', ['--help', '--version']],
];
