import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import SpectralCore, {type RulesetDefinition} from '@stoplight/spectral-core';
import Parsers from '@stoplight/spectral-parsers';

const {Document, Spectral} = SpectralCore;

/** Files by name; the first is the one that is linted. */
export type Files = Readonly<Record<string, string>>;

/**
 * What Spectral finds with a ruleset, as `file:line:column severity rule` (counted from 1, as its own reports are) and
 * then the message.
 */
export async function lint(files: Files, ruleset: RulesetDefinition): Promise<[string, string][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-lint-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
      writeFileSync(path.join(folder, name), text);
    }
    const [[main, text] = ['', '']] = Object.entries(files);
    const spectral = new Spectral();
    spectral.setRuleset(ruleset);
    // The command line parses JSON with this parser too.
    const results = await spectral.run(new Document(text, Parsers.Yaml, path.join(folder, main)));
    return results.map(({code, severity, message, range, source}) => [
      `${path.relative(folder, source ?? '')}:${range.start.line + 1}:${range.start.character + 1} ${SEVERITIES[severity]} ${code}`,
      message,
    ]);
  } finally {
    rmSync(folder, {recursive: true});
  }
}

/** By the number that Spectral gives. */
const SEVERITIES = ['error', 'warning', 'info', 'hint'];
