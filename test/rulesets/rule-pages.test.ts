import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import ruleset from '../../rulesets/index.ts';
import {RULES} from '../../src/core/rules.ts';
import {lint} from './lint-text.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/rules');
const HEADINGS = ['Why', 'Options', 'Wrong', 'Right', 'Related'];

function sectionsOf(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0] ?? '', part]));
}

function fenced(section: string | undefined, language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section ?? '')?.[1] ?? '';
}

/** The findings of an example as its page shows them: line, column and message. */
async function shown(example: string): Promise<{rule: string; text: string}[]> {
  const findings = await lint({'openapi.yaml': example}, ruleset);
  return findings.map(([place, message]) => {
    const [position = '', , rule = ''] = place.split(' ');
    return {rule, text: `${position.slice(position.indexOf(':') + 1)}  ${message}\n`};
  });
}

it('has a page for each rule and no other', () => {
  expect(readdirSync(folder).sort()).toEqual(RULES.map(({code}) => `${code}.md`).sort());
});

it('has each rule in the guide, with its severity', () => {
  const guide = readFileSync(path.join(folder, '..', 'spectral.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| \[`apigen-(.*)`\]\(rules\/\1\.md\) \| (\w+) \|/gm)];
  expect(rows.map(([, code, severity]) => [code, severity])).toEqual(
    RULES.map(({code, severity}) => [code, severity]),
  );
});

describe.each(RULES)('docs/rules/$code.md', ({code, severity}) => {
  const text = readFileSync(path.join(folder, `${code}.md`), 'utf8');
  const sections = sectionsOf(text);

  it('has its parts, names and severity', () => {
    expect([...sections.keys()]).toEqual(HEADINGS);
    expect(text).toMatch(new RegExp(`^# ${code}\n`));
    expect(text).toContain(`| Spectral | \`apigen-${code}\` |`);
    expect(text).toContain(`| Redocly | \`apigen/${code}\` |`);
    expect(text).toMatch(new RegExp(`\\| severity \\| ${severity}[,;]`));
  });

  it('shows what the rule says of its wrong example', async () => {
    const findings = await shown(fenced(sections.get('Wrong'), 'yaml openapi'));
    expect(findings.map(({text: line}) => line).join('')).toBe(fenced(sections.get('Wrong'), 'text'));
    expect([...new Set(findings.map(({rule}) => rule))]).toEqual([`apigen-${code}`]);
  });

  it('finds nothing in its right example', async () => {
    expect(await shown(fenced(sections.get('Right'), 'yaml openapi'))).toEqual([]);
  });
});
