import type {Interfaces} from '@oclif/core';
import {type CompletedFlag, type CompletedWords, completedWords} from './completed-words.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const described = (summary: string) => (summary === '' ? '' : ` -d ${quoted(summary)}`);

/** `-r` requires a value, `-F` completes it with file names, `-x` only with the values given. */
function value({values}: CompletedFlag): string {
  if (!values) return '';
  return values.length === 0 ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`;
}

function lines(bin: string, {at, next, flags}: CompletedWords): string[] {
  const start = `complete -c ${bin} -n ${quoted(`__${bin}_is_at ${at}`.trimEnd())}`;
  return [
    ...[...next].map(([word, summary]) => `${start} -a ${word}${described(summary)}`),
    ...flags.map((flag) => {
      const char = flag.char ? ` -s ${flag.char}` : '';
      return `${start} -l ${flag.name}${char}${value(flag)}${described(flag.summary)}`;
    }),
  ];
}

/** The completion script for fish 3.0 and newer, which `@oclif/plugin-autocomplete` lacks. */
export function fishCompletion(config: Interfaces.Config): string {
  const {bin} = config;
  const places = completedWords(config);
  const known = places.filter(({at}) => at !== '').map(({at}) => quoted(at));
  return `# Completion of ${bin} in fish

# Whether the words before the cursor are this command; \`help\` is followed by one.
function __${bin}_is_at
    set -l at
    for word in (commandline -opc)[2..-1]
        if test -z "$at" -a "$word" = help
            continue
        end
        switch (string join ' ' -- $at $word)
            case ${known.join(' ')}
                set at $at $word
            case '*'
                break
        end
    end
    test "$at" = "$argv"
end

complete -c ${bin} -f
${places.flatMap((place) => lines(bin, place)).join('\n')}
`;
}
