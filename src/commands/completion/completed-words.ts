import type {Command, Interfaces} from '@oclif/core';

/** A flag as a shell completes it. */
export interface CompletedFlag {
  readonly name: string;
  readonly char?: string;
  readonly summary: string;
  /** The possible values; undefined for a flag without a value, an empty list for any value. */
  readonly values?: readonly string[];
}

/** What can follow the words of a command line. */
export interface CompletedWords {
  /** The words after the program's name: `tracer client`; empty at the start. */
  readonly at: string;
  /** The next words of commands and topics, and the values of an argument, each with its summary. */
  readonly next: ReadonlyMap<string, string>;
  readonly flags: readonly CompletedFlag[];
}

const HELP: CompletedFlag = {name: 'help', summary: 'Print help'};

/** The first line of a text, with the templates that summaries use filled in. */
function firstLine(text: string | undefined, {bin}: Interfaces.Config): string {
  return (text ?? '').replaceAll(/<%=\s*config\.bin\s*%>/g, bin).split('\n', 1)[0] ?? '';
}

function completedFlags({flags}: Command.Loadable, config: Interfaces.Config): CompletedFlag[] {
  const shown = Object.values(flags).filter(({hidden}) => !hidden);
  const completed = shown.flatMap((flag): CompletedFlag[] => {
    const summary = firstLine(flag.summary ?? flag.description, config);
    const one = {name: flag.name, ...(flag.char && {char: flag.char}), summary};
    if (flag.type === 'option') return [{...one, values: flag.options ?? []}];
    return flag.allowNo ? [one, {name: `no-${flag.name}`, summary}] : [one];
  });
  return completed.some(({name}) => name === HELP.name) ? completed : [...completed, HELP];
}

/** Everything that can be completed, from oclif's table of commands, sorted by words; each word once. */
export function completedWords(config: Interfaces.Config): CompletedWords[] {
  const found = new Map<string, {next: Map<string, string>; flags: readonly CompletedFlag[]}>();
  const entry = (at: string) => {
    const known = found.get(at) ?? {next: new Map(), flags: []};
    found.set(at, known);
    return known;
  };
  const topics = new Map(config.topics.map((topic) => [topic.name, firstLine(topic.description, config)]));
  const add = (id: string, summary: string) => {
    const words = id.split(':');
    for (const [index, word] of words.entries()) {
      const {next} = entry(words.slice(0, index).join(' '));
      const last = index === words.length - 1;
      const description = last ? summary : topics.get(words.slice(0, index + 1).join(':'));
      if (last || !next.has(word)) next.set(word, description ?? '');
    }
  };
  entry('').flags = [HELP, {name: 'version', summary: 'Print the version'}];
  for (const command of config.commands.filter(({hidden}) => !hidden)) {
    add(command.id, firstLine(command.summary ?? command.description, config));
    const completed = entry(command.id.replaceAll(':', ' '));
    completed.flags = completedFlags(command, config);
    for (const value of Object.values(command.args).flatMap(({options = []}) => options))
      completed.next.set(value, '');
  }
  return [...found]
    .map(([at, {next, flags}]) => ({at, next: new Map([...next].sort(byFirst)), flags}))
    .sort((one, other) => byFirst([one.at], [other.at]));
}

function byFirst([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number {
  return one < other ? -1 : Number(one > other);
}
