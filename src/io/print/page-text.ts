import {PLAIN, type Style} from './style.ts';

/** A page of the documentation for a terminal: paragraphs, lists and rows of tables wrapped, code indented, links without addresses. */
export function pageText(markdown: string, columns = 80, style: Style = PLAIN): string {
  // A text, the language of a block of code, the block.
  const parts = markdown.split(/^```(.*)\n([\s\S]*?)^```\n/m);
  const blocks = parts.flatMap((part, index) => {
    if (index % 3 === 1) return [];
    const code =
      parts[index - 1] === 'text'
        ? part.replaceAll(/.+/g, (line) => wrapText(line, columns - 6, '  '))
        : part;
    if (index % 3 === 2) return code.replaceAll(/^(?=.)/gm, '    ');
    const texts = part.replaceAll(/^\|.*\n\|[ |-]+\n/gm, '').split(/\n{2,}/);
    return texts.map((text) => blockText(text.trim(), columns, style)).filter(Boolean);
  });
  return blocks.join('\n');
}

function blockText(block: string, columns: number, style: Style): string {
  const text = block.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('**', '');
  if (text.startsWith('#')) return `${style('heading', text.replace(/^#+ /, ''))}\n`;
  const lines = text.split(/\n(?=[-|] )/).filter(Boolean);
  return lines
    .map((line) => `${wrapText(line.replace(/^\| (.*?) \| (.*) \|$/, '$1: $2'), columns)}\n`)
    .join('');
}

/** Lines of at most `columns` - 2 characters, each but the first behind `indent`. A word is never broken. */
export function wrapText(text: string, columns: number, indent = text.startsWith('- ') ? '  ' : ''): string {
  const lines = new RegExp(`(?:.{1,${Math.max(columns - 2, 1)}}|\\S+)(?:\\s|$)`, 'g');
  const shown = text.replaceAll(/\s+/g, ' ').match(lines) ?? [];
  return shown.map((line) => line.trimEnd()).join(`\n${indent}`);
}
