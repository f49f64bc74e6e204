import {FILES} from './complete.ts';

/** For bash 3.2 (macOS) and newer. bash replaces only what follows a `=`, `:` or `@`: its second argument. */
const bash = (bin: string) => `# Completion of ${bin} in bash

_${bin}() {
  local line=\${COMP_LINE:0:COMP_POINT} words word='' offer files=''
  COMPREPLY=()
  read -ra words <<<"$line"
  if [[ $line != *[[:space:]] ]]; then
    word=\${words[\${#words[@]} - 1]}
    unset "words[\${#words[@]} - 1]"
  fi
  while IFS= read -r line; do
    offer=\${line%%$'\\t'*}
    if [[ $line == ${FILES} ]]; then
      files=yes
    elif [[ $offer == "$word"* ]]; then
      COMPREPLY+=("\${offer#"\${word%"$2"}"}")
    fi
  done < <(${bin} complete --word="$word" -- "\${words[@]:1}" 2>/dev/null)
  if [[ -n $files ]]; then
    # bash 3 has no compopt.
    if ((\${#COMPREPLY[@]} == 0)) && compopt -o default 2>/dev/null; then return; fi
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
  fi
}

complete -F _${bin} ${bin}
`;

/** As a file in \`$fpath\`, or read by \`eval\`. */
const zsh = (bin: string) => `#compdef ${bin}
# Completion of ${bin} in zsh

_${bin}() {
  local line offer help word=\${(Q)PREFIX} ret=1
  local -a offers files
  for line in "\${(@f)$(${bin} complete --word="$word" -- "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)}"; do
    offer=\${line%%$'\t'*}
    help=\${\${line#"$offer"}#$'\t'}
    case $line in
      '') ;;
      ${FILES}) files=(yes) ;;
      *) offers+=("\${offer//:/\\:}\${help:+:$help}") ;;
    esac
  done
  if (( $#offers )); then _describe '${bin}' offers && ret=0; fi
  if (( $#files )); then
    compset -P '--*='
    _files && ret=0
  fi
  return ret
}

if [[ $funcstack[1] == _${bin} ]]; then
  _${bin} "$@"
else
  if (( ! $+functions[compdef] )); then autoload -Uz compinit && compinit; fi
  compdef _${bin} ${bin}
fi
`;

const fish = (bin: string) => `# Completion of ${bin} in fish

function __${bin}_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in (${bin} complete --word="$word" -- $words[2..-1] 2>/dev/null)
        if test "$line" = ${FILES}
            set -l flag (string match -r -- '^--[^=]+=' "$word")
            for file in (__fish_complete_path (string replace -r -- '^--[^=]+=' '' "$word"))
                echo "$flag$file"
            end
        else
            echo $line
        end
    end
end

complete -c ${bin} -f -a '(__${bin}_complete)'
`;

/** PowerShell offers files unless it gets a result, which may be empty. */
const powershell = (bin: string) => `# Completion of ${bin} in PowerShell

Register-ArgumentCompleter -Native -CommandName ${bin} -ScriptBlock {
    param($word, $ast, $cursor)
    $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_".Trim('"', "'") })
    $arguments = @('complete', "--word=$word", '--') + $words
    $lines = @(${bin} @arguments 2>$null)
    $offers = @($lines | Where-Object { $_ -ne '${FILES}' -and $_.StartsWith($word) })
    foreach ($offer in $offers) {
        $text, $help = $offer -split "\`t", 2
        if (-not $help) { $help = $text }
        [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $help)
    }
    if ($lines -contains '${FILES}') {
        if ($offers) { [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) }
    } elseif (-not $offers) { '' }
}
`;

/** The completion script of each shell, for a program. What it offers comes from `complete`, so it does not change with the commands. */
export const COMPLETION_SCRIPTS = {bash, zsh, fish, powershell} as const;
