#!/usr/bin/env bash
# fast-check 4.10.2 (npm): strings for the patterns of a JSON Schema.
#
# Question: published descriptions have patterns such as `^[A-Za-z0-9][\w-\.]*$`, whose hyphen after `\w` JavaScript takes for itself. Does
# `stringMatching` make strings for them?
# Guess: it does, as for `[\w-]`: it parses the expression that the engine has accepted.
# Seen: it takes the hyphen for a range from `\w`, and says that the minimum of an integer is wrong; `\cA`, a control character, gives strings that do
# not match, and no error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . fast-check@4.10.2 >/dev/null
cat >ask.mjs <<'JS'
import fc from 'fast-check';

for (const pattern of ['^[\\w-]$', '^[\\w\\-.]$', '^[\\w-\\.]$', '^[\\d-x]$', '^\\x01$', '^\\cA$']) {
  const regex = new RegExp(pattern);
  try {
    const values = fc.sample(fc.stringMatching(regex), {numRuns: 100, seed: 1});
    console.log(`${pattern} | ${values.filter((value) => regex.test(value)).length} of 100 match`);
  } catch ({message}) {
    console.log(`${pattern} | ${message}`);
  }
}
JS
diff <(node ask.mjs) - <<'SEEN'
^[\w-]$ | 100 of 100 match
^[\w\-.]$ | 100 of 100 match
^[\w-\.]$ | fc.integer minimum value should be an integer
^[\d-x]$ | fc.integer minimum value should be an integer
^\x01$ | 100 of 100 match
^\cA$ | 0 of 100 match
SEEN
echo 'as seen: no strings for a hyphen after a class, and wrong ones for a control character'
