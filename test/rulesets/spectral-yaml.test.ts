import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';

const file = path.resolve(import.meta.dirname, '../../rulesets/apigen.spectral.yaml');
const {rules} = parse(readFileSync(file, 'utf8'));

/** Every schema with words of its own, as text. */
function worded(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(worded);
  return 'errorMessage' in schema ? [JSON.stringify(schema), ...inner] : inner;
}

// Spectral reads, checks and compiles each copy at every start: most of what the ruleset costs.
describe.each(Object.keys(rules))('%s in the ruleset without npm', (name) => {
  it('writes every refusal once', () => {
    const refusals = worded(rules[name]);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter((text, index) => refusals.indexOf(text) !== index)).toEqual([]);
  });
});
