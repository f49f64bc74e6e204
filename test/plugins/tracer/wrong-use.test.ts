import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {testTranscript} from '../../transcript.ts';
import {QUICK_INSTALLERS} from './installers.ts';

// Neither helm nor kubectl can be found: wrong usage is reported first.
const env = {PATH: '/usr/bin/nowhere:/bin'};

/** The last line of each, which names the program. */
const HINTS: Readonly<Record<string, string>> = {
  command: '    `apigen tracer install --help` has all that it takes\n',
  script: '    --help lists the options\n',
};

const inFolder = (file: string) => path.join(import.meta.dirname, file);

describe.each(Object.entries(QUICK_INSTALLERS))('the %s refuses', (name, install) => {
  const hint = HINTS[name] ?? '';
  testTranscript(inFolder('wrong-use.txt'), process.cwd, async ([, , ...args]) => {
    const {stderr, ...rest} = await install(args, {env});
    expect(stderr.endsWith(hint)).toBe(true);
    return {...rest, stderr: stderr.slice(0, -hint.length)};
  });

  it.each([
    {name: "'%s\\n", shown: "'%s\\n"},
    {name: 'a\nb', shown: 'a b'},
  ])('the namespace $name', async ({name, shown}) => {
    expect(await install([`--namespace=${name}`], {env})).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: invalid --namespace "${shown}": expected at most 63 lower-case letters, digits and "-"\n${hint}`,
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
