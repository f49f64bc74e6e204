import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {testTranscript} from '../../transcript.ts';
import {QUICK_INSTALLERS} from './installers.ts';

// Neither helm nor kubectl can be found: wrong usage is reported first.
const env = {PATH: '/usr/bin/nowhere:/bin'};

const inFolder = (file: string) => path.join(import.meta.dirname, file);

describe.each(Object.entries(QUICK_INSTALLERS))('the %s refuses', (_, install) => {
  testTranscript(inFolder('wrong-use.txt'), process.cwd, ([, , ...args]) => install(args, {env}));

  it.each(["'%s\\n", 'a\nb'])('the namespace %j', async (name) => {
    expect(await install([`--namespace=${name}`], {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: `Error: invalid --namespace "${name}": expected at most 63 lower-case letters, digits and "-"\nSee more help with --help\n`,
    });
  });
});

describe('the script refuses', () => {
  testTranscript(inFolder('wrong-use-of-the-script.txt'), process.cwd, ([, , ...args]) =>
    QUICK_INSTALLERS.script(args, {env}),
  );
});

describe('the command refuses', () => {
  testTranscript(inFolder('wrong-use-of-the-command.txt'), process.cwd, (args) => runCli(args, {env}));
});
