import type {Command, Interfaces} from '@oclif/core';

/** As much of oclif's configuration as completion needs. Without oclif, the manifests of its plugins have it. */
export type CommandTable = Pick<Interfaces.Config, 'bin' | 'commands' | 'topics'>;

export interface Offer {
  readonly word: string;
  readonly help: string;
}

const HELP: Offer = {word: '--help', help: 'Print help'};
const VERSION: Offer = {word: '--version', help: 'Print the version'};

/** The first line of a text, with the templates that summaries use filled in. */
function firstLine(text: string | undefined, {bin}: CommandTable): string {
  return (text ?? '').replaceAll(/<%=\s*config\.bin\s*%>/g, bin).split('\n', 1)[0] ?? '';
}

/** The words of a command line that are a command or a topic, and the words of commands and topics that can follow. */
export function offeredCommands(
  config: CommandTable,
  given: readonly string[],
): {path: readonly string[]; next: readonly Offer[]} {
  // oclif lists an alias as another command.
  const commands = config.commands.filter(({hidden, id, aliases}) => !hidden && !aliases.includes(id));
  const below = (path: readonly string[]) =>
    commands.filter(({id}) => `${id}:`.startsWith(path.map((word) => `${word}:`).join('')));
  const end = given.findIndex((_, index) => below(given.slice(0, index + 1)).length === 0);
  const path = end === -1 ? given : given.slice(0, end);
  const ids = below(path).flatMap(({id}) => {
    const words = id.split(':').slice(0, path.length + 1);
    return words.length > path.length ? [words.join(':')] : [];
  });
  const topics = new Map(config.topics.map(({name, description}) => [name, description]));
  const next = [...new Set(ids)].sort().map((id) => {
    const command = commands.find((one) => one.id === id);
    const help = firstLine(command?.summary ?? command?.description ?? topics.get(id), config);
    return {word: id.split(':').at(-1) ?? '', help};
  });
  return {path, next};
}

/** The flags of a command, with the form `--no-…` of those that have it; without a command, those of the program. */
export function offeredFlags(config: CommandTable, command: Command.Loadable | undefined): Offer[] {
  if (!command) return [HELP, VERSION];
  const shown = Object.values(command.flags).filter(({hidden}) => !hidden);
  const offers = shown.flatMap((flag): Offer[] => {
    const offer = {word: `--${flag.name}`, help: firstLine(flag.summary ?? flag.description, config)};
    const isNegatable = flag.type === 'boolean' && flag.allowNo;
    return isNegatable
      ? [offer, {word: `--no-${flag.name}`, help: `The opposite of ${offer.word}`}]
      : [offer];
  });
  return offers.some(({word}) => word === HELP.word) ? offers : [...offers, HELP];
}
