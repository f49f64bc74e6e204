import path from 'node:path';
import {jest} from '@jest/globals';
import {bundle, createConfig, getLineColLocation, lint, type NormalizedProblem} from '@redocly/openapi-core';
import apigenPlugin from '../../../plugins/redocly/index.ts';
import {inFolder} from '../../rulesets/files.ts';
import type {MeshProblem} from '../../rulesets/mesh-text.ts';

/** A problem of the plugin's, and the rule or decorator that reports it. */
export interface RedoclyProblem extends MeshProblem {
  readonly rule: string;
}

/** What the plugin reports for a description, by the library that `redocly` runs. */
export interface RedoclyProblems {
  readonly linted: readonly RedoclyProblem[];
  readonly bundled: readonly RedoclyProblem[];
  /** The words of the notes that bundling prints. */
  readonly notes: readonly string[];
  /** Whether bundling writes an output. */
  readonly isWritten: boolean;
}

/**
 * Lints and bundles a description.
 *
 * @param preset a configuration of the plugin: `recommended` or `strict`
 */
export function redoclyProblems(text: string, preset: string): Promise<RedoclyProblems> {
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
