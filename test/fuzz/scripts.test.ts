import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {expect} from '@jest/globals';
import fc from 'fast-check';
import {hostileText} from '../core/openapi-arbitraries.ts';
import {fuzz, workFolder} from './fuzz.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '../../plugins/tracer/scripts');

/** The programs that the scripts may use to check their arguments: none that installs or downloads. */
const TOOLS = 'awk basename cat cut dirname grep head id mktemp rm sed sh sort tail tr uname wc'.split(' ');

const {folder, write} = workFolder();
write('bin/.keep', '');
write('home/.keep', '');
for (const tool of TOOLS) {
  const file = ['/usr/bin', '/bin'].map((bin) => path.join(bin, tool)).find((name) => existsSync(name));
  if (file !== undefined) symlinkSync(file, path.join(folder, 'bin', tool));
}

const HOSTILE = [
  '$(echo > pwned)',
  '`echo > pwned`',
  '; echo > pwned',
  '| echo > pwned',
  "' ; echo > pwned '",
  '" ; echo > pwned "',
  '-',
  '--',
  '%s%n',
  '*',
  '~',
  '\\',
] as const;

const argumentsOf = (script: string) => {
  const options = [
    ...new Set(readFileSync(path.join(SCRIPTS, script), 'utf8').match(/--[a-z][a-z-]+/g) ?? []),
  ];
  // An installed `tracer` is not the test's.
  const option = fc.constantFrom(...options.filter((name) => name !== '--uninstall'));
  const value = fc.oneof(
    fc.constantFrom(...HOSTILE),
    hostileText.filter((text) => !text.includes('\0')),
  );
  const argument = fc.oneof(
    option,
    value,
    fc.tuple(option, value).map(([name, text]) => `${name}=${text}`),
  );
  return fc.array(argument, {maxLength: 5});
};

for (const script of ['install.sh', 'install-cli.sh']) {
  const text = readFileSync(path.join(SCRIPTS, script), 'utf8');
  fuzz(
    `${script}: any arguments are used as texts`,
    argumentsOf(script),
    (args) => {
      const {status, stdout, stderr} = spawnSync('/bin/sh', ['-s', '--', ...args], {
        cwd: path.join(folder, 'home'),
        env: {PATH: path.join(folder, 'bin'), HOME: path.join(folder, 'home'), TMPDIR: folder},
        input: text,
        encoding: 'utf8',
      });
      const isHelp = status === 0 && args.some((argument) => /^(--help|--version|-h)/.test(argument));
      expect([0, 1, 2]).toContain(status);
      expect(status !== 0 || isHelp).toBe(true);
      // What the shell itself reports: a syntax error, an unset variable, an unknown command.
      expect(`${stdout}${stderr}`).not.toMatch(/^(\/bin\/)?(sh|dash|bash|-s): (line )?\d+: /m);
      expect(readdirSync(path.join(folder, 'home'))).toEqual(['.keep']);
    },
    10,
  );
}
