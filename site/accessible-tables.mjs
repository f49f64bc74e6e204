/** The tokens of a table without the row of its header, if that has no text. Markdown has no tables without one. */
function withoutEmptyHeader(tokens) {
  const start = tokens.findIndex(({type}) => type === 'thead_open');
  const end = tokens.findIndex(({type}) => type === 'thead_close');
  const isEmpty = tokens.slice(start, end).every(({content}) => content === '');
  return start >= 0 && isEmpty ? tokens.toSpliced(start, end - start + 1) : tokens;
}

/** A plugin of markdown-it: tables can be scrolled with the keyboard, and have no empty header. */
export function accessibleTables(markdown) {
  markdown.core.ruler.push('accessible-tables', (state) => {
    const starts = state.tokens.flatMap(({type}, index) => (type === 'table_open' ? [index] : []));
    for (const start of starts.toReversed()) {
      const end = state.tokens.findIndex(({type}, index) => index > start && type === 'table_close');
      state.tokens[start].attrSet('tabindex', '0');
      state.tokens.splice(start, end - start, ...withoutEmptyHeader(state.tokens.slice(start, end)));
    }
  });
}
