/**
 * What oclif says of wrong usage, as messages that begin like all others; `undefined` for an error of another kind. oclif colours its
 * sentences, adds a heading, and ends them with a pointer to the help.
 */
export function oclifSentences(error: Error): string[] | undefined {
  const oclif = 'oclif' in error ? error.oclif : undefined;
  const isUsageError = typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === 2;
  if (!isUsageError || ('code' in error && error.code === 'EEXIT')) return undefined;
  return error.message
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim().replace(/^Nonexistent flags?: (.*)/, 'unknown flag "$1"'))
    .filter(
      (line) =>
        line !== '' &&
        line !== 'See more help with --help' &&
        !/^The following errors? occurred:$/.test(line),
    )
    .map((line) => line.charAt(0).toLowerCase() + line.slice(1));
}
