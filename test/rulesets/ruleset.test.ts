import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import SpectralCore, {type RulesetDefinition} from '@stoplight/spectral-core';
import SpectralFunctions from '@stoplight/spectral-functions';
import Parsers from '@stoplight/spectral-parsers';
import {parse} from 'yaml';
import ruleset from '../../rulesets/index.ts';
import strict from '../../rulesets/strict.ts';
import {NEW_RULES} from '../shown-rules.ts';
import {folderWith} from '../temporary-folder.ts';
import {type Files, meshProblems} from './mesh-text.ts';

const {Document, Spectral} = SpectralCore;

/**
 * What Spectral finds with a ruleset, as `file:line:column severity rule` (counted from 1, as its own reports are) and
 * then the message.
 */
async function lint(files: Files, ruleset: RulesetDefinition): Promise<[string, string][]> {
  const [[name = '', text = ''] = []] = Object.entries(files);
  const folder = folderWith(files);
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  // The command line parses JSON with this parser too.
  const results = await spectral.run(new Document(text, Parsers.Yaml, path.join(folder, name)));
  return results.map(({code, severity, message, range, source}) => [
    `${path.relative(folder, source ?? '')}:${range.start.line + 1}:${range.start.character + 1} ${SEVERITIES[severity]} ${code}`,
    message,
  ]);
}

/** By the number that Spectral gives. */
const SEVERITIES = ['error', 'warning', 'info', 'hint'];

const FILE = path.resolve(import.meta.dirname, '../../rulesets/apigen.spectral.yaml');

/** The ruleset without npm, with Spectral's function `schema` in place of its name, as Spectral's loader does it. */
const yamlRuleset: RulesetDefinition = parse(readFileSync(FILE, 'utf8'), (key, value) =>
  key === 'function' ? SpectralFunctions.schema : value,
);

const brief = (findings: readonly [string, string][]) =>
  findings.map(([place]) => place).filter((place) => !NEW_RULES.includes(place.replace(/.* apigen-/, '')));

const folder = path.join(import.meta.dirname, 'cases');

/**
 * A description, the files that it refers to, and in `want.txt` what is found: `file:line:column severity rule`. Spectral follows neither
 * aliases nor merge keys to where a value is written.
 */
const CASES = readdirSync(folder).map((name) => {
  const inCase = (file: string) => readFileSync(path.join(folder, name, file), 'utf8');
  const files = readdirSync(path.join(folder, name), {recursive: true, encoding: 'utf8'});
  const referred = files.filter((file) => /\.(json|yaml)$/.test(file) && file !== 'openapi.yaml');
  const given: Files = Object.fromEntries(['openapi.yaml', ...referred].map((file) => [file, inCase(file)]));
  return {name, given, want: inCase('want.txt').split('\n').filter(Boolean)};
});

it.each(CASES)('@apigen/cli/spectral reports $name in the words of apigen mesh', async ({given, want}) => {
  const findings = await lint(given, ruleset);
  expect(brief(findings)).toEqual(want);
  const words = findings.map(([, message]) => message);
  const mesh = (await meshProblems(given)).map((problem) => problem.words);
  expect(mesh).toEqual(expect.arrayContaining(words));
  // Without any setting the linters do not ask for a name, nor look at routes.
  if (words.some((message) => !message.startsWith('unknown')))
    expect(words).toEqual(expect.arrayContaining(mesh));
});

it.each(CASES)('has warnings as errors in the strict variant: $name', async ({given, want}) => {
  const raised = want.map((finding) => finding.replace(' warning ', ' error '));
  expect(brief(await lint(given, strict))).toEqual(raised);
});

it('shows a value that looks like a placeholder of Spectral as it is', async () => {
  const text = 'openapi: 3.1.0\nx-apigen: {service: {name: "{{value}} #{{1+1}}"}}\npaths: {/a: {get: {}}}\n';
  const messages = (await lint({'a.yaml': text}, ruleset)).map(([, message]) => message);
  expect(messages).toContain(
    'invalid `service.name` "{{value}} #{{1+1}}": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends); for example `service: {name: "petstore"}`',
  );
});

it.each([
  {given: 'asyncapi: 3.0.0\nx-apigen: {foo: 1}\npaths: {/a: {get: {x-apigen: 1}}}\n', want: []},
  {given: '- a\n- b\n', want: []},
  {
    given: 'swagger: "2.0"\nx-apigen: {disabled: 1}\npaths: {/a: {x-apigen: {foo: 1}}}\n',
    want: ['2:22 error apigen-setting-value', '3:30 error apigen-unknown-setting'],
  },
  {
    given: 'openapi: 3.2.0\npaths: {/a~b: {additionalOperations: {LINK: {x-apigen: {disabled: 1}}}}}\n',
    want: ['2:67 error apigen-setting-value'],
  },
  {
    given:
      'openapi: 3.1.0\npaths: {/a: {$ref: "#/components/pathItems/a"}}\ncomponents: {pathItems: {a: {x-apigen: 1}}}\n',
    want: ['3:40 error apigen-setting-value'],
  },
  {
    given: 'openapi: 3.1.0\nx-apigen-ignore: [server-path]\npaths: {/a: {x-apigen-ignore: [server-pth]}}\n',
    want: ['3:32 error apigen-setting-value'],
  },
])('the ruleset without npm finds $want', async ({given, want}) => {
  const findings = await lint({'a.yaml': given}, yamlRuleset);
  expect(brief(findings)).toEqual(want.map((finding) => `a.yaml:${finding}`));
});
