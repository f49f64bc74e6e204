import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {NOTICES, PAGE, SHIPPED_FILES} from '../../src/io/shipped-files.ts';
import {runCli} from '../start-cli.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

const COMMANDS = [
  {args: ['schema'], file: 'schema.json'},
  {args: ['schema', '--openapi'], file: 'schema-openapi.json'},
  {args: ['schema', '--krm'], file: 'schema-mesh-routes.json'},
  {args: ['ruleset'], file: 'rulesets/apigen.spectral.yaml'},
  {args: ['licenses'], file: 'dist/third-party-notices.txt'},
] as const;

describe('the commands that print a shipped file', () => {
  it('print every one of them but the page, which `apigen report` fills in', () => {
    expect([PAGE, ...COMMANDS.map(({file}) => file)]).toEqual(SHIPPED_FILES);
  });

  // An executable contains more packages; test/release/packages has its notices.
  const sameEverywhere = COMMANDS.filter(({file}) => file !== NOTICES || !process.env.APIGEN_BIN);

  it.each(sameEverywhere)('apigen $args gives the bytes of $file', async ({args, file}) => {
    expect(await runCli(args)).toEqual({
      status: 0,
      stdout: readFileSync(path.join(root, file), 'utf8'),
      stderr: '',
    });
  });
});
