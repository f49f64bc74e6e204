import path from 'node:path';
import {describe, expect, it, jest} from '@jest/globals';
import {bundle, createConfig, getLineColLocation, lint, type NormalizedProblem} from '@redocly/openapi-core';
import apigenPlugin from '../../../plugins/redocly/index.ts';
import {LINT_RULES} from '../../../src/core/lint.ts';
import {inFolder} from '../../rulesets/files.ts';
import {type MeshProblem, meshProblems} from '../../rulesets/mesh-text.ts';
import {descriptionWith, nameOf, SETTING_CASES, setsNothing} from '../../rulesets/wrong-settings.ts';

/** A problem of the plugin's, and the rule or decorator that reports it. */
interface RedoclyProblem extends MeshProblem {
  readonly rule: string;
}

/** What linting and bundling report for a description, the words of the notes that bundling prints, and whether it writes an output. */
function redoclyProblems(text: string, preset: string) {
  return inFolder({'openapi.json': text}, async (ref, folder) => {
    const config = await createConfig(
      {plugins: [apigenPlugin()], extends: [`apigen/${preset}`]},
      {configPath: path.join(folder, 'redocly.yaml')},
    );
    const linted = await lint({ref, config});
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const {problems} = await bundle({ref, config});
    const printed = stderr.mock.calls.map(([line]) => String(line).trimEnd());
    stderr.mockRestore();
    return {
      linted: linted.flatMap(toProblem),
      bundled: problems.flatMap(toProblem),
      notes: printed.flatMap((line) => /: note.*?: (.*)$/.exec(line)?.[1] ?? []),
      isWritten: printed.some((line) => line.includes(': wrote ')),
    };
  });
}

/** Lines and columns are those that `redocly` prints. */
function toProblem({ruleId, severity, message, location}: NormalizedProblem): RedoclyProblem[] {
  const [place] = location;
  if (!ruleId.startsWith('apigen/') || place === undefined) return [];
  const {line, col} = getLineColLocation(place).start;
  return [
    {line, column: col, severity: severity === 'warn' ? 'warning' : severity, words: message, rule: ruleId},
  ];
}

/** The rules that have another severity in linters: a flag may give a name, or allow an empty result. */
const LINT_SEVERITIES: ReadonlyMap<string, string> = new Map(
  LINT_RULES.flatMap(({code, lintSeverity}) => (lintSeverity ? [[`apigen/${code}`, lintSeverity]] : [])),
);

const cases = SETTING_CASES.map((given) => ({given, name: nameOf(given)}));
/** One of each verdict. */
const oneOfEach = [
  ...new Map(cases.map((one) => [`${one.given.want} ${setsNothing(one.given)}`, one])).values(),
];

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
  {preset: 'recommended', strict: false, given: cases},
  {preset: 'strict', strict: true, given: oneOfEach},
])('the same verdict of mesh, redocly lint and redocly bundle, $preset', ({preset, strict, given: some}) => {
  it.each(some)('$name', async ({given, name}) => {
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
