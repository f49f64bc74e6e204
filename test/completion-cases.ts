import {MESH_FLAGS} from '../src/commands/arguments/flags.ts';

/** The flags of `apigen mesh` that begin with these letters. */
const flags = (start: string) =>
  MESH_FLAGS.map(({key}) => `--${key}`)
    .filter((flag) => flag.startsWith(start))
    .sort();

const FILES = ['apis', 'pets.yaml', 'redocly.yaml'];

/** Another project, in the folder `apis`. */
const OTHER = 'apis/redocly.yaml';

/** The files of the folder `project`, which the cases run in. */
export const PROJECT: Readonly<Record<string, string>> = {
  'project/pets.yaml': '',
  'project/redocly.yaml': 'apis:\n  core@v1: {root: pets.yaml}\n  pets: {root: pets.yaml}\n',
  [`project/${OTHER}`]: 'apis:\n  orders: {root: ../pets.yaml}\n',
};

/** What the shells offer at a Tab after a command line. An executable has no `plugins`. */
export const COMPLETIONS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  [
    'apigen ',
    'apply autocomplete delete diff help init krm licenses lint mesh report routes ruleset schema tests tracer version'.split(
      ' ',
    ),
  ],
  ['apigen routes ', ['apis', 'match', 'pets.yaml', 'redocly.yaml']],
  ['apigen routes match --lo', ['--log', '--log-fields']],
  ['apigen routes match P', ['PATCH', 'POST', 'PUT']],
  ['apigen routes match --config redocly.yaml GET /a ', ['core@v1', 'pets']],
  ['apigen mesh --merge --overlay pe', ['pets.yaml']],
  ['apigen help mesh ', []],
  ['apigen tracer ', ['client', 'install', 'open', 'status', 'test', 'uninstall']],
  ['apigen autocomplete ', ['bash', 'fish', 'powershell', 'zsh']],
  ['apigen mesh --se', flags('--se')],
  ['apigen mesh --no-re', ['--no-response_classes', '--no-retryable']],
  ['apigen mesh --format=j', ['json']],
  ['apigen mesh --service.name ', []],
  ['apigen mesh --in=pe', ['pets.yaml']],
  ['apigen mesh --config re', ['redocly.yaml']],
  ['apigen mesh ', FILES],
  ['apigen mesh --config redocly.yaml core@', ['core@v1']],
  [`apigen mesh --config ${OTHER} o`, ['orders']],
  ['apigen mesh --gateway-a', ['--gateway-api']],
  ['apigen mesh --gateway-api ', ['1.2', '1.4', '1.5', '1.7']],
  ['apigen tracer client install --method d', ['dnf', 'dpkg']],
  ['apigen --', ['--help', '--version']],
];
