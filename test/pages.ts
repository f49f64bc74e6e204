import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

const pagesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name));

/** The pages of the documentation, by their paths in the repository. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'plugins/tracer/docs'].flatMap((folder) => pagesIn(folder)),
];

/** The pages of the site. Those for maintainers are in the repository only. */
export const SITE_PAGES = [...PAGES, 'CHANGELOG.md', 'SECURITY.md'].filter(
  (page) => !page.startsWith('docs/maintainers/'),
);

/** The fenced blocks of a page in one language. */
export function blocks(page: string, language: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm'))].map(
    ([, , block = '']) => block,
  );
}

const isComplete = (command: string) => {
  const [, end] = /<<'(\w+)'/.exec(command) ?? [];
  return !/(\\|\||&&)$/.test(command) && (end === undefined || command.endsWith(`\n${end}`));
};

/** The commands of a block without output, without comments and indentation. */
function commandsIn(block: string): string[] {
  const commands: string[] = [];
  let command = '';
  for (const line of block.split('\n').map((text) => text.replace(/(^| +)# .*$/, '').trim())) {
    command = command === '' ? line : `${command}\n${line}`;
    if (command === '' || !isComplete(command)) continue;
    commands.push(command);
    command = '';
  }
  return commands;
}

/** The commands of the pages whose output is not shown, each once. */
export function commandsWithoutOutput(): string[] {
  const shells = PAGES.flatMap((page) => ['sh', 'powershell'].flatMap((shell) => blocks(page, shell)));
  return [...new Set(shells.flatMap(commandsIn))];
}
