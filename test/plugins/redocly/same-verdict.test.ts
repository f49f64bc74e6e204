import {describe, expect, it} from '@jest/globals';
import {LINT_RULES} from '../../../src/core/lint.ts';
import {type MeshProblem, meshProblems} from '../../rulesets/mesh-text.ts';
import {descriptionWith, nameOf, SETTING_CASES, setsNothing} from '../../rulesets/wrong-settings.ts';
import {type RedoclyProblem, redoclyProblems} from './redocly-problems.ts';

/** The rules that have another severity in linters: a flag may give a name, or allow an empty result. */
const LINT_SEVERITIES: ReadonlyMap<string, string> = new Map(
  LINT_RULES.flatMap(({code, lintSeverity}) => (lintSeverity ? [[`apigen/${code}`, lintSeverity]] : [])),
);

const cases = SETTING_CASES.map((given) => ({given, name: nameOf(given)}));

/** `line:column severity words`; Redocly reports by rule, and `apigen mesh` prints by place. */
function linesOf(problems: readonly MeshProblem[]): string[] {
  return problems.map(({line, column, severity, words}) => `${line}:${column} ${severity} ${words}`).sort();
}

/** Redocly shows the map instead of a key that is empty. */
function linesWithoutPlaces(problems: readonly MeshProblem[]): string[] {
  return problems.map(({severity, words}) => `${severity} ${words}`).sort();
}

/** What `redocly lint` reports for what `redocly bundle` stops for. */
const asLinted = (found: RedoclyProblem, rules: ReadonlyMap<string, string>): MeshProblem => ({
  ...found,
  severity: LINT_SEVERITIES.get(rules.get(found.words) ?? '') ?? found.severity,
});

describe.each([
  {preset: 'recommended', strict: false},
  {preset: 'strict', strict: true},
])('the same verdict of mesh, redocly lint and redocly bundle, $preset', ({preset, strict}) => {
  it.each(cases)('$name', async ({given, name}) => {
    const text = descriptionWith(given);
    const mesh = await meshProblems({'openapi.json': text}, {strict});
    const {linted, bundled, notes, isWritten} = await redoclyProblems(text, preset);
    const reported = mesh.filter(({severity}) => severity !== 'note');
    const noted = mesh.filter(({severity}) => severity === 'note').map(({words}) => words);
    const lines = name.includes('{"":') ? linesWithoutPlaces : linesOf;
    const rules = new Map(linted.map(({words, rule}) => [words, rule]));

    // Redocly skips a description without any setting, which may not be meant for a mesh.
    expect(lines(bundled)).toEqual(lines(setsNothing(given) && !strict ? [] : reported));
    expect(lines(linted)).toEqual(lines(strict ? bundled : bundled.map((found) => asLinted(found, rules))));
    expect(notes.toSorted()).toEqual(noted.toSorted());
    expect(isWritten).toBe(mesh.every(({severity}) => severity !== 'error'));
  });
});
