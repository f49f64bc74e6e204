/** oclif colours its sentences, adds a heading, and ends them with a pointer to the help. Here they begin like other messages. */
export function oclifSentences(message: string): string[] {
  return message
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' &&
        line !== 'See more help with --help' &&
        !/^The following errors? occurred:$/.test(line),
    )
    .map((line) => line.charAt(0).toLowerCase() + line.slice(1));
}
