import {readFileSync} from 'node:fs';
import path from 'node:path';
import type {RulesetDefinition} from '@stoplight/spectral-core';
import SpectralFunctions from '@stoplight/spectral-functions';
import {parse} from 'yaml';

const FILE = path.resolve(import.meta.dirname, '../../rulesets/apigen.spectral.yaml');

/** The ruleset without npm, with Spectral's function `schema` in place of its name, as Spectral's loader does it. */
export const yamlRuleset: RulesetDefinition = parse(readFileSync(FILE, 'utf8'), (key, value) =>
  key === 'function' ? SpectralFunctions.schema : value,
);
