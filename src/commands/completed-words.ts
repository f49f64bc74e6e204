import type {Command, Interfaces} from '@oclif/core';

/** A flag as a shell completes it. */
export interface CompletedFlag {
  readonly name: string;
  readonly char?: string;
  readonly summary: string;
  /** The values that can be given; undefined for a flag that takes none, an empty list for any value. */
  readonly values?: readonly string[];
}

/** What may follow some words of a command line. */
export interface CompletedWords {
  /** The words behind the program's name: `tracer client`; empty at the start. */
  readonly at: string;
  /** Commands and topics that go on from there, and the values of an argument, each with its summary. */
  readonly next: ReadonlyMap<string, string>;
  readonly flags: readonly CompletedFlag[];
}

const HELP: CompletedFlag = {name: 'help', summary: 'Print help'};

/** The first line of a text, with oclif's templates filled in as far as summaries use them. */
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

/** Everything that can be completed, from oclif's own table of commands, in the order of its words; each word once. */
export function completedWords(config: Interfaces.Config): CompletedWords[] {
  const found = new Map<string, {next: Map<string, string>; flags: readonly CompletedFlag[]}>();
  const entry = (at: string) => {
    const there = found.get(at) ?? {next: new Map(), flags: []};
    found.set(at, there);
    return there;
  };
  const topics = new Map(config.topics.map((topic) => [topic.name, firstLine(topic.description, config)]));
  const add = (id: string, summary: string) => {
    const words = id.split(':');
    for (const [index, word] of words.entries()) {
      const {next} = entry(words.slice(0, index).join(' '));
      const last = index === words.length - 1;
      const told = last ? summary : topics.get(words.slice(0, index + 1).join(':'));
      if (last || !next.has(word)) next.set(word, told ?? '');
    }
  };
  entry('').flags = [HELP, {name: 'version', summary: 'Print the version'}];
  for (const command of config.commands.filter(({hidden}) => !hidden)) {
    add(command.id, firstLine(command.summary ?? command.description, config));
    const there = entry(command.id.replaceAll(':', ' '));
    there.flags = completedFlags(command, config);
    for (const value of Object.values(command.args).flatMap(({options = []}) => options))
      there.next.set(value, '');
  }
  return [...found]
    .map(([at, {next, flags}]) => ({at, next: new Map([...next].sort(byFirst)), flags}))
    .sort((one, other) => byFirst([one.at], [other.at]));
}

function byFirst([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number {
  return one < other ? -1 : Number(one > other);
}
