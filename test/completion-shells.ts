import path from 'node:path';
import {output} from '../release/tools.ts';

/** Inserts every completion with Alt-*, and prints the words of the line. */
const BASH = String.raw`printf '%s\n%s\e*\x01printf "%%s\\n" \n' "$setup" "$line" | bash --norc --noprofile -i 2>/dev/null`;

/** The completion of zsh needs a terminal. What it would list is printed by `compadd`; `-O`, `-A` and `-D` only ask it for matches. */
const ZSH_SETUP = `PROMPT= RPROMPT=
autoload -Uz compinit && compinit -u -D
eval "$setup"
compadd() {
  local -a hits
  builtin compadd "$@"
  local result=$?
  if [[ "\${@[1,(i)(-|--)]}" != *-(O|A|D)* ]]; then
    builtin compadd -A hits "$@"
    print -rl -- \${hits/#/offered:}
  fi
  return $result
}
at_end() { print offers''-end }
comppostfuncs=(at_end)
print shell''-ready`;

const ZSH = `zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell 'eval "$zsh_setup"'
zpty -r shell out '*shell-ready*'
zpty -n -w shell "$line"$'\\t'
zpty -r shell out '*offers-end*'
zpty -d shell
print -r -- "$out" | grep -o 'offered:[^[:space:]]*' | sed 's/offered://' || true`;

/** For each shell a script that prints what is offered for `$line` after `$setup`. */
const SCRIPTS = {
  bash: BASH,
  zsh: ZSH,
  fish: 'eval "$setup" | source; complete -C "$line"',
} as const;

export type Shell = keyof typeof SCRIPTS;

/** The shells that can be driven here. No package registry has PowerShell. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[];

/**
 * The words that a real shell offers for a command line, sorted; without the flag in front of a value.
 *
 * @param setup what reads the completion script
 */
export async function offeredBy(
  shell: Shell,
  setup: string,
  line: string,
  {folder, PATH}: {readonly folder: string; readonly PATH: string},
): Promise<string[]> {
  const home = path.dirname(folder);
  const env = {HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, PATH, line, setup};
  const args = shell === 'zsh' ? ['-f', '-c'] : ['-c'];
  const printed = await output(shell, [...args, SCRIPTS[shell]], {
    cwd: folder,
    env: {...env, zsh_setup: ZSH_SETUP},
  });
  const words = printed.split('\n').map((word) => word.replace(/\t.*/, ''));
  // Of bash's, the words in front of the cursor; a word that nothing completes is printed as it was.
  const given = line.split(' ');
  const offers = shell === 'bash' ? words.slice(given.length - 1) : words;
  return offers
    .filter((word) => word !== '' && !(shell === 'bash' && word === given.at(-1)))
    .map((word) => word.replace(/^--[^=]+=/, '').replace(/\/$/, ''))
    .sort();
}
