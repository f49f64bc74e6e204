import {PLAIN, type Style} from './style.ts';

/** A page of the documentation for a terminal: paragraphs, lists and rows of tables wrapped, code indented, links without addresses. */
export function pageText(markdown: string, columns = 80, style: Style = PLAIN): string {
  // Every second part is a block of code.
  const parts = markdown.split(/^```.*\n([\s\S]*?)^```\n/m);
  const blocks = parts.flatMap((part, index) => {
    if (index % 2 === 1) return part.replaceAll(/^(?=.)/gm, '    ');
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
    .map((line) => `${wrapped(line.replace(/^\| (.*?) \| (.*) \|$/, '$1: $2'), columns)}\n`)
    .join('');
}

function wrapped(text: string, columns: number): string {
  const lines = new RegExp(`(?:.{1,${columns - 2}}|\\S+)(?:\\s|$)`, 'g');
  const found = text.replaceAll(/\s+/g, ' ').match(lines) ?? [];
  return found.map((line) => line.trimEnd()).join(text.startsWith('- ') ? '\n  ' : '\n');
}
