import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {HELP_PAGES} from '../../src/commands/help-pages.ts';
import {rulePage} from '../../src/core/rules/rule.ts';
import {pageText} from '../../src/io/print/page-text.ts';
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

it('help prints each page that it has, a rule with its address', async () => {
  const shown = await Promise.all(
    HELP_PAGES.map(async (name) => {
      const page = readFileSync(
        path.join(root, `docs/${name === 'exit-codes' ? '' : 'rules/'}${name}.md`),
        'utf8',
      );
      const address = name === 'exit-codes' ? '' : `\n${rulePage(name)}\n`;
      const {stdout} = await runCli(['help', name]);
      return {name, isWhole: stdout === `${pageText(page)}${address}`};
    }),
  );
  expect(shown).toEqual(HELP_PAGES.map((name) => ({name, isWhole: true})));
});

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
