import type {Interfaces} from '@oclif/core';
import {type CompletedFlag, type CompletedWords, completedWords} from './completed-words.ts';

const names = ({name, char}: CompletedFlag) => [`--${name}`, ...(char ? [`-${char}`] : [])];
const quoted = (words: readonly string[]) => `'${words.join(' ')}'`;

function wordsCase({at, next, flags}: CompletedWords): string {
  const long = flags.map(({name}) => `--${name}`);
  return `    '${at}') words=${quoted([...next.keys()])} flags=${quoted(long)} ;;`;
}

/** The values of the flags of one command; a flag that takes any value gets file names. */
function valueCases({at, flags}: CompletedWords): string[] {
  return flags.flatMap((flag) => {
    if (!flag.values) return [];
    const pattern = names(flag)
      .map((name) => `'${at} ${name}'`)
      .join(' | ');
    return flag.values.length === 0
      ? [`    ${pattern}) files=yes ;;`]
      : [`    ${pattern}) words=${quoted(flag.values)} ;;`];
  });
}

/**
 * The completion script for bash 3.2 (macOS) and newer. It replaces that of `@oclif/plugin-autocomplete`, which lists a topic once for
 * each of its commands, does not complete flags after the value of another flag, and disables file names.
 */
export function bashCompletion(config: Interfaces.Config): string {
  const {bin} = config;
  const places = completedWords(config);
  const known = places.filter(({at}) => at !== '').map(({at}) => `'${at}'`);
  return `# Completion of ${bin} in bash

_${bin}_autocomplete() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag='' at='' words='' flags='' files='' i
  COMPREPLY=()
  # bash splits \`--flag=value\` into three words.
  if [[ $cur == = ]]; then
    flag=\${COMP_WORDS[COMP_CWORD - 1]} cur=
  elif [[ \${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    flag=\${COMP_WORDS[COMP_CWORD - 2]}
  elif ((COMP_CWORD > 1)); then
    flag=\${COMP_WORDS[COMP_CWORD - 1]}
  fi
  # The longest command in the words before; \`help\` is followed by one.
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ -z $at && \${COMP_WORDS[i]} == help ]]; then continue; fi
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${known.join(' | ')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
  done
  case $at in
${places.map(wordsCase).join('\n')}
  esac
  case "$at $flag" in
${places.flatMap(valueCases).join('\n')}
    *) if [[ $cur == -* ]]; then words=$flags; fi ;;
  esac
  if [[ -n $files ]]; then
    # bash 3 has no compopt.
    compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}

complete -F _${bin}_autocomplete ${bin}
`;
}
