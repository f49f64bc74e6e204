import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {ClientInstall} from '../../../plugins/tracer/src/commands/client-install.ts';

const scripts = path.resolve(import.meta.dirname, '../../../plugins/tracer/scripts');
const names = Object.keys(ClientInstall.flags).sort();

// The command installs `tracer` only.
describe('the options of `tracer client install` are those of', () => {
  it('install-cli.sh', () => {
    const help = execFileSync('sh', [path.join(scripts, 'install-cli.sh'), '--help'], {encoding: 'utf8'});
    const listed = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== 'help' && name !== 'program').sort()).toEqual(names);
  });

  it('install-cli.ps1, in the way of PowerShell', () => {
    const [, block = ''] =
      /\nparam\(\n([\s\S]*?)\n\)\n/.exec(readFileSync(path.join(scripts, 'install-cli.ps1'), 'utf8')) ?? [];
    const listed = [...block.matchAll(/\$([A-Z]\w+)/g)].map(([, name = '']) =>
      name.replaceAll(/(?!^)[A-Z]/g, '-$&').toLowerCase(),
    );
    expect(listed.filter((name) => name !== 'executable').sort()).toEqual(names);
  });
});
