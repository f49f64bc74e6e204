import path from 'node:path';
import {describe, expect, it, jest} from '@jest/globals';
import {bundle, createConfig, getLineColLocation, lint, type NormalizedProblem} from '@redocly/openapi-core';
import apigenPlugin from '../../../plugins/redocly/index.ts';
import {LINT_RULES} from '../../../src/core/generate/lint.ts';
import {type MeshProblem, meshProblems} from '../../rulesets/mesh-text.ts';
import {folderWith} from '../../temporary-folder.ts';

/** A problem of the plugin's, and the rule or decorator that reports it. */
interface RedoclyProblem extends MeshProblem {
  readonly rule: string;
}

/** What linting and bundling report for a description, the words of the notes that bundling prints, and whether it writes an output. */
async function redoclyProblems(text: string, preset: string) {
  const folder = folderWith({'openapi.json': text});
  const ref = path.join(folder, 'openapi.json');
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

const named = {'x-apigen': {service: {name: 'pets'}}};
const routes = {'x-apigen': {service: {name: 'pets'}, mesh: 'istio'}};
const enforced = {
  ...{mesh: 'envoy-gateway', gateway_api: '1.4', gateway: {name: 'public', hostnames: ['a.example.com']}},
  service: {name: 'pets', port: 80},
  security: {enforce: true},
};
const wrong = {service: {name: 'Pets', port: 0, nmae: 'pets'}};

/** Settings at the root, at a path item and at an operation; one of each verdict. */
const CASES: readonly {name: string; root: object; path?: object; operation?: object; others?: object}[] = [
  {name: 'right ones', root: named, path: {timeouts: {request_timeout: 5}}},
  {name: 'none', root: {'x-apigen': null}},
  {name: 'an ignored warning', root: {...routes, 'x-apigen-ignore': ['service-port']}},
  {name: 'an error that is not ignored', root: {...routes, 'x-apigen-ignore': ['service-name']}},
  {name: 'none in an `x-apigen`', root: {'x-apigen': {}}},
  {name: 'wrong ones', root: {'x-apigen': wrong}, path: {timeouts: 5}, operation: ['pets']},
  {name: 'an unknown one', root: {'x-apigen': {$ref: 'settings.yaml'}}},
  {
    name: 'who may call',
    root: {'x-apigen': enforced, security: [{login: []}]},
    others: {'/{id}': {get: {security: []}}},
  },
  {name: 'where they have no effect', root: {}, path: {service: {name: 'pets'}}},
];

/** `line:column severity words`; Redocly reports by rule, and `apigen mesh` prints by place. */
function linesOf(problems: readonly MeshProblem[]): string[] {
  return problems.map(({line, column, severity, words}) => `${line}:${column} ${severity} ${words}`).sort();
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
  it.each(CASES)('$name', async ({root, path: atPath, operation, others}) => {
    const get = operation ? {'x-apigen': operation} : {};
    const item = {...(atPath && {'x-apigen': atPath}), get};
    const text = JSON.stringify({openapi: '3.1.0', ...root, paths: {'/pets': item, ...others}}, null, 2);
    const mesh = await meshProblems({'openapi.json': text}, {strict});
    const {linted, bundled, notes, isWritten} = await redoclyProblems(text, preset);
    const reported = mesh.filter(({severity}) => severity !== 'note');
    const noted = mesh.filter(({severity}) => severity === 'note').map(({words}) => words);
    const rules = new Map(linted.map(({words, rule}) => [words, rule]));

    // Redocly skips a description without any setting, which may not be meant for a mesh.
    const isSkipped = text.includes('null') && !strict;
    expect(linesOf(bundled)).toEqual(linesOf(isSkipped ? [] : reported));
    expect(linesOf(linted)).toEqual(
      linesOf(strict ? bundled : bundled.map((found) => asLinted(found, rules))),
    );
    expect(notes.toSorted()).toEqual(noted.toSorted());
    expect(isWritten).toBe(mesh.every(({severity}) => severity !== 'error'));
  });
});
