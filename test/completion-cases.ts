/** What the shells offer behind the words of a command line; the last word is the one that is being written. An executable has no `plugins`. */
export const COMPLETIONS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['apigen ', ['autocomplete', 'help', 'mesh', 'ruleset', 'schema', 'tracer', 'version']],
  ['apigen tr', ['tracer']],
  ['apigen tracer ', ['client', 'install', 'open', 'status', 'uninstall', 'version']],
  ['apigen tracer client ', ['install']],
  ['apigen help tracer cl', ['client']],
  ['apigen autocomplete ', ['bash', 'fish', 'powershell', 'zsh']],
  ['apigen mesh --se', ['--service.name', '--service.namespace', '--service.port']],
  ['apigen mesh --in pets.yaml --service.n', ['--service.name', '--service.namespace']],
  ['apigen mesh -i mesh --service.p', ['--service.port']],
  ['apigen mesh --format ', ['json', 'yaml']],
  ['apigen mesh --in pe', ['pets.yaml']],
  ['apigen tracer install --skip-p', ['--skip-pma']],
  ['apigen --', ['--help', '--version']],
];
