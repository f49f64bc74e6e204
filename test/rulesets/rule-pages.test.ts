import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {EXPLAINED_RULES, LINT_RULES} from '../../src/core/generate/lint.ts';
import {runCli} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/rules');
const HEADINGS = ['Wrong', 'Right'];
const rewrites = process.env.APIGEN_REWRITE_PAGES === '1';

function sectionsOf(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0] ?? '', part]));
}

function fenced(section: string | undefined, language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section ?? '')?.[1] ?? '';
}

const RULES = LINT_RULES.map(({code, severity, lintSeverity = severity}) => ({code, severity: lintSeverity}));

/** The example with the paths that it leaves out: one that makes an output large is too long for a page. */
function complete(example: string): string {
  return example.replace(/^ {2}# and so on, to \/pets\/(\d+)\n/m, (_, last) =>
    Array.from({length: Number(last) - 1}, (_item, index) => `  /pets/${index + 2}: {get: {}}\n`).join(''),
  );
}

interface Reported {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly line: number;
  readonly column: number;
}

/** What `apigen lint` reports of an example. */
async function reportedOf(example: string): Promise<readonly Reported[]> {
  const cwd = folderWith({'openapi.yaml': complete(example)});
  const run = await runCli(['lint', 'openapi.yaml', '--format', 'json'], {cwd});
  return JSON.parse(run.stdout).problems;
}

/** The same of a rule as its page shows it: line, column and message. */
async function shown(example: string, code: string): Promise<string> {
  return (await reportedOf(example))
    .filter((problem) => problem.code === code)
    .map(({line, column, message, hint}) => `${line}:${column}  ${message}; ${hint}\n`)
    .join('');
}

function textBlock(text: string): string {
  return `\`\`\`text\n${text}\`\`\``;
}

it('has a page for each rule and no other', () => {
  expect(readdirSync(folder).sort()).toEqual(EXPLAINED_RULES.map(({code}) => `${code}.md`).sort());
});

describe.each(RULES)('docs/rules/$code.md', ({code, severity}) => {
  const file = path.join(folder, `${code}.md`);
  const text = readFileSync(file, 'utf8');
  const sections = sectionsOf(text);

  it('has the headings, names and severity of a rule page', () => {
    expect([...sections.keys()]).toEqual(HEADINGS);
    expect(text).toMatch(new RegExp(`^# ${code}\n`));
    const names = `\n\`apigen-${code}\` in Spectral, \`apigen/${code}\` in Redocly. `;
    const start = `${names}[Severity](../lint.md#severities): ${severity}`;
    expect(text.slice(text.indexOf(start) + start.length)).toMatch(/^(\.|;| \()/);
    expect(text).toContain(start);
  });

  it('shows what the rule reports for its wrong example', async () => {
    const reported = await shown(fenced(sections.get('Wrong'), 'yaml openapi'), code);
    const quoted = fenced(sections.get('Wrong'), 'text');
    if (rewrites)
      writeFileSync(
        file,
        text.replace(textBlock(quoted), () => textBlock(reported)),
      );
    else expect(reported).toBe(quoted);
    expect(reported).not.toBe('');
  });

  it('reports nothing for its right example', async () => {
    const reported = await reportedOf(fenced(sections.get('Right'), 'yaml openapi'));
    expect(reported.filter((problem) => problem.severity === 'error' || problem.code === code)).toEqual([]);
  });
});
