import {MESH_FLAGS} from '../src/commands/mesh/mesh-flags.ts';

/** The flags of `apigen mesh` that begin with these letters. */
const flags = (start: string) =>
  MESH_FLAGS.map(({key}) => `--${key}`)
    .filter((flag) => flag.startsWith(start))
    .sort();

/** What the shells offer for the last word of a command line. An executable has no `plugins`. */
export const COMPLETIONS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['apigen ', ['autocomplete', 'help', 'licenses', 'mesh', 'ruleset', 'schema', 'tracer', 'version']],
  ['apigen tr', ['tracer']],
  ['apigen tracer ', ['client', 'install', 'open', 'status', 'uninstall', 'version']],
  ['apigen tracer client ', ['install']],
  ['apigen help tracer cl', ['client']],
  ['apigen autocomplete ', ['bash', 'fish', 'powershell', 'zsh']],
  ['apigen mesh --se', flags('--se')],
  ['apigen mesh --in pets.yaml --service.n', flags('--service.n')],
  ['apigen mesh -i mesh --service.p', flags('--service.p')],
  ['apigen mesh --no-', ['--no-response_classes', '--no-retryable']],
  ['apigen mesh --format ', ['json', 'yaml']],
  ['apigen mesh --in pe', ['pets.yaml']],
  ['apigen tracer install --skip-p', ['--skip-pma']],
  ['apigen --', ['--help', '--version']],
];
