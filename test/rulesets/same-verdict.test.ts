import {describe, expect, it} from '@jest/globals';
import type {RulesetDefinition} from '@stoplight/spectral-core';
import {Ajv2020} from 'ajv/dist/2020.js';
import ruleset from '../../rulesets/index.ts';
import {LINT_RULES} from '../../src/core/lint.ts';
import {SETTINGS_SCHEMA_ID, settingsSchema} from '../../src/core/settings/json-schema.ts';
import {lint, yamlRuleset} from './lint-text.ts';
import {type MeshProblem, meshProblems} from './mesh-text.ts';
import {
  descriptionWith,
  nameOf,
  SETTING_CASES,
  type SettingCase,
  setsNothing,
  YAML_RULES,
} from './wrong-settings.ts';

/** Spectral shows a value where `apigen mesh` shows its key, in the same line. */
type SpectralProblem = Omit<MeshProblem, 'column'>;

async function spectralVerdicts(
  text: string,
  rules: RulesetDefinition,
): Promise<(SpectralProblem & {rule: string})[]> {
  const findings = await lint({'openapi.json': text}, rules);
  return findings
    .map(([place, words]) => {
      const [position = '', severity = '', rule = ''] = place.split(' ');
      return {line: Number(position.split(':')[1]), severity, words, rule};
    })
    .filter(({rule}) => rule.startsWith('apigen-'));
}

function withoutColumn({column: _column, ...problem}: MeshProblem): SpectralProblem {
  return problem;
}

/** The rules that have another severity in linters: a flag may give a name, or allow an empty result. */
const LINT_SEVERITIES: ReadonlyMap<string, string> = new Map(
  LINT_RULES.flatMap(({code, lintSeverity}) => (lintSeverity ? [[`apigen-${code}`, lintSeverity]] : [])),
);

/** The rules that the cases name. */
const SETTING_RULES = new Set(SETTING_CASES.flatMap(({want}) => (want ? [`apigen-${want}`] : [])));

const ajv = new Ajv2020({strict: false});
ajv.addSchema(settingsSchema());

function schemaAccepts({scope, value}: SettingCase): boolean {
  return ajv.validate({$ref: `${SETTINGS_SCHEMA_ID}#/$defs/${scope}`}, value);
}

const cases = SETTING_CASES.map((given) => ({...given, given, name: nameOf(given)}));

describe('the same verdict', () => {
  it.each(cases)('of mesh, ruleset and schema: $name', async ({given, want}) => {
    const text = descriptionWith(given);
    const mesh: SpectralProblem[] = (await meshProblems({'openapi.json': text})).map(withoutColumn);
    const linted = await spectralVerdicts(text, ruleset);
    const settings = linted.filter(({rule}) => SETTING_RULES.has(rule));
    expect([...new Set(settings.map(({rule}) => rule))]).toEqual(
      want === undefined ? [] : [`apigen-${want}`],
    );

    for (const {rule, ...finding} of linted) {
      const severity = LINT_SEVERITIES.get(rule);
      if (finding.severity === 'info') expect(mesh).toContainEqual({...finding, severity: 'note'});
      else if (severity === undefined) expect(mesh).toContainEqual(finding);
      else {
        expect(finding.severity).toBe(severity);
        expect(mesh).toContainEqual({...finding, severity: 'error'});
      }
    }
    const reported = linted.map(({words}) => words);
    const missing = mesh.filter(({words}) => !reported.includes(words)).map(({words}) => words.split(';')[0]);
    // Without any setting the linters do not ask for a name.
    expect(missing).toEqual(setsNothing(given) ? ['the name of the target Service is missing'] : []);

    expect(schemaAccepts(given)).toBe(want === undefined);
  });

  // Spectral replaces a `$ref` by its target before it applies its own functions.
  it.each(cases.filter(({name}) => !name.includes('$ref')))(
    'of the ruleset without npm: $name',
    async ({given, want, expected = []}) => {
      const findings = await spectralVerdicts(descriptionWith(given), yamlRuleset);
      const rule = want && YAML_RULES[want];
      expect([...new Set(findings.map((finding) => finding.rule))]).toEqual(rule === undefined ? [] : [rule]);
      const severity = rule === 'apigen-setting-value' ? 'error' : 'warning';
      expect(findings.filter((finding) => finding.severity !== severity)).toEqual([]);
      for (const words of expected)
        expect(findings.some((finding) => finding.words.endsWith(`: expected ${words}`))).toBe(true);
    },
  );
});
