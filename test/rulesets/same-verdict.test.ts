import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import ruleset from '../../rulesets/index.ts';
import {runMeshArguments} from '../../src/commands/run-mesh.ts';
import {SETTINGS_SCHEMA_ID, settingsSchema} from '../../src/core/settings-schema.ts';
import {lint} from './lint-text.ts';
import {descriptionWith, nameOf, SETTING_CASES, type SettingCase} from './wrong-settings.ts';

interface Verdict {
  readonly line: number;
  readonly severity: string;
  /** What is wrong; how to mend it. */
  readonly words: string;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-verdict-'));
});
afterAll(() => rmSync(folder, {recursive: true}));

/** What `apigen mesh` says: a line with the place and the fault, and one with the hint. */
async function meshVerdicts(text: string, name: string): Promise<Verdict[]> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const said: string[] = [];
  await runMeshArguments({in: file}, {out: () => undefined, error: (part) => said.push(part), folder});
  return [...said.join('').matchAll(/^\S+?:(\d+):\d+ {2}(warning: )?(.*)\n {4}(.*)$/gm)].map(
    ([, line, warning, message, hint]) => ({
      line: Number(line),
      severity: warning === undefined ? 'error' : 'warning',
      words: `${message}; ${hint}`,
    }),
  );
}

async function rulesetVerdicts(text: string): Promise<(Verdict & {rule: string})[]> {
  const findings = await lint({'openapi.json': text}, ruleset);
  return findings
    .map(([place, words]) => {
      const [position = '', severity = '', rule = ''] = place.split(' ');
      return {line: Number(position.split(':')[1]), severity, words, rule};
    })
    .filter(({rule}) => rule.startsWith('apigen-'));
}

/** In a linter these are no errors: a flag may give a name, or allow an empty profile. */
const MILDER: Readonly<Record<string, string>> = {
  'apigen-service-name': 'hint',
  'apigen-no-routes': 'warning',
};

const ajv = new Ajv2020({strict: false});
ajv.addSchema(settingsSchema());

function schemaAccepts({scope, value}: SettingCase): boolean {
  return ajv.validate({$ref: `${SETTINGS_SCHEMA_ID}#/$defs/${scope}`}, value);
}

const cases = SETTING_CASES.map((given, index) => ({...given, given, name: nameOf(given), index}));

describe('the same verdict', () => {
  it.each(cases)('$name', async ({given, want, index}) => {
    const text = descriptionWith(given);
    const [mesh, linted] = await Promise.all([meshVerdicts(text, `${index}.json`), rulesetVerdicts(text)]);
    const settings = linted.filter(({rule}) => rule !== 'apigen-service-name' && rule !== 'apigen-no-routes');
    expect(settings.map(({rule}) => rule)).toEqual(want === undefined ? [] : [`apigen-${want}`]);

    for (const {rule, ...finding} of linted) {
      const milder = MILDER[rule];
      if (milder === undefined) expect(mesh).toContainEqual(finding);
      else {
        expect(finding.severity).toBe(milder);
        expect(mesh).toContainEqual({...finding, severity: 'error'});
      }
    }
    const said = linted.map(({words}) => words);
    const unsaid = mesh.filter(({words}) => !said.includes(words)).map(({words}) => words.split(';')[0]);
    // Without any setting the linters do not ask for a name.
    expect(unsaid.filter((words) => words !== 'the name of the target Service is missing')).toEqual([]);

    expect(schemaAccepts(given)).toBe(want === undefined);
  });
});
