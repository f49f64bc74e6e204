import {readFileSync} from 'node:fs';
import path from 'node:path';
import SpectralCore, {type RulesetDefinition} from '@stoplight/spectral-core';
import SpectralFunctions from '@stoplight/spectral-functions';
import Parsers from '@stoplight/spectral-parsers';
import {parse} from 'yaml';
import {type Files, inFolder} from './files.ts';

const {Document, Spectral} = SpectralCore;

/**
 * What Spectral finds with a ruleset, as `file:line:column severity rule` (counted from 1, as its own reports are) and
 * then the message.
 */
export async function lint(files: Files, ruleset: RulesetDefinition): Promise<[string, string][]> {
  const [text = ''] = Object.values(files);
  return inFolder(files, async (file, folder) => {
    const spectral = new Spectral();
    spectral.setRuleset(ruleset);
    // The command line parses JSON with this parser too.
    const results = await spectral.run(new Document(text, Parsers.Yaml, file));
    return results.map(({code, severity, message, range, source}) => [
      `${path.relative(folder, source ?? '')}:${range.start.line + 1}:${range.start.character + 1} ${SEVERITIES[severity]} ${code}`,
      message,
    ]);
  });
}

/** By the number that Spectral gives. */
const SEVERITIES = ['error', 'warning', 'info', 'hint'];

const FILE = path.resolve(import.meta.dirname, '../../rulesets/apigen.spectral.yaml');

/** The ruleset without npm, with Spectral's function `schema` in place of its name, as Spectral's loader does it. */
export const yamlRuleset: RulesetDefinition = parse(readFileSync(FILE, 'utf8'), (key, value) =>
  key === 'function' ? SpectralFunctions.schema : value,
);
