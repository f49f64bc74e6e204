import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {output} from '../../../release/run-program.ts';
import {COMPLETIONS} from '../../completion-cases.ts';
import {RELEASED} from '../released.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'completions-'));
  await writeFile(path.join(folder, 'pets.yaml'), '');
});

afterAll(() => rm(folder, {recursive: true}));

/** The lines of the table, and those of `apigen tracer` without `apigen`. */
const LINES = [
  ...COMPLETIONS,
  ...COMPLETIONS.filter(([line]) => /^apigen tracer \w/.test(line)).map(
    ([line, offered]) => [line.replace('apigen ', ''), offered] as const,
  ),
];

/** What the completion of a shell offers for a command line, which the script gets in the variable `line`. */
async function offeredBy(shell: string, ending: string, script: string, line: string): Promise<string[]> {
  const [name = ''] = line.split(' ');
  const file = path.join(RELEASED, 'executables', `${name}_extras`, 'completions', `${name}${ending}`);
  const printed = await output(shell, ['-c', script], {
    cwd: folder,
    env: {HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, line, file, name},
  });
  return printed
    .split('\n')
    .map((offer) => offer.replace(/\t.*/, ''))
    .filter(Boolean)
    .sort();
}

const BASH = `source "$file"
IFS=' ' read -ra COMP_WORDS <<<"$line"
if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_\${name}_autocomplete
printf '%s\\n' "\${COMPREPLY[@]}"`;

describe('the completions', () => {
  it.each(LINES)('fish: %s', async (line, offered) => {
    expect(await offeredBy('fish', '.fish', 'source $file; complete -C "$line"', line)).toEqual(offered);
  });

  it.each(LINES)('bash: %s', async (line, offered) => {
    expect(await offeredBy('bash', '.bash', BASH, line)).toEqual(offered);
  });
});
