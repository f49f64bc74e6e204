import {existsSync} from 'node:fs';
import {expect, it} from '@jest/globals';
import {updateHint} from '../../src/commands/update-hint.ts';

const GLOBAL = 'to update apigen, run `npm install --global @apigen/cli@latest`';
const PREVIEW = '; with `--dry-run` it prints what it would do';

it.each([
  {root: '/usr/lib/node_modules/@apigen/cli', want: GLOBAL},
  {
    root: '/home/me/shop/node_modules/@apigen/cli',
    want: 'to update apigen, run `npm install @apigen/cli@latest`',
  },
  {
    root: '/home/me/.npm/_npx/0a1b/node_modules/@apigen/cli',
    want: 'to update apigen, run `npx @apigen/cli@latest`',
  },
  {root: '/home/me/apigen', want: 'to update apigen, run `git pull` and `npm install` in /home/me/apigen'},
  {root: '/opt/homebrew/Cellar/apigen/1.2.3/bin', want: 'to update apigen, run `brew upgrade apigen`'},
  {
    root: '/usr/bin',
    want: existsSync('/usr/bin/apt-get')
      ? 'to update apigen, run `sudo apt-get update && sudo apt-get install apigen`'
      : 'to update apigen, run `sudo dnf upgrade --refresh apigen`',
  },
  {
    root: '/opt/bin',
    isExecutable: true,
    want: `to update apigen, run \`install-cli.sh --program apigen --dir /opt/bin\`${PREVIEW}`,
  },
  {
    root: 'C:\\Tools',
    isExecutable: true,
    want: 'to update apigen, run `install-cli.ps1 -Program apigen -Dir C:\\Tools`; with `-DryRun` it prints what it would do',
  },
  {
    program: 'tracer',
    root: '/opt/bin',
    isExecutable: true,
    want: `to update tracer, run \`tracer client install --dir /opt/bin\`${PREVIEW}`,
  },
])('$root: $want', ({program = 'apigen', root, isExecutable = false, want}) => {
  expect(updateHint(program, root, isExecutable)).toBe(want);
});
