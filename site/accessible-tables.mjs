/** The tokens of a table without the row of its header, if that has no text. Markdown has no tables without one. */
function withoutEmptyHeader(tokens) {
  const start = tokens.findIndex(({type}) => type === 'thead_open');
  const end = tokens.findIndex(({type}) => type === 'thead_close');
  const isEmpty = tokens.slice(start, end).every(({content}) => content === '');
  return start >= 0 && isEmpty ? tokens.toSpliced(start, end - start + 1) : tokens;
}

/** The tokens of a table in which a cell of the header without text, as that above names of rows, is not a header. */
function withPlainCorner(tokens) {
  const isEmpty = (index) => tokens[index]?.type === 'th_open' && tokens[index + 1]?.content === '';
  for (const [index, token] of tokens.entries()) if (isEmpty(index) || isEmpty(index - 2)) token.tag = 'td';
  return tokens;
}

/** A plugin of markdown-it: tables can be scrolled with the keyboard, and have no empty header. */
export function accessibleTables(markdown) {
  markdown.core.ruler.push('accessible-tables', (state) => {
    const starts = state.tokens.flatMap(({type}, index) => (type === 'table_open' ? [index] : []));
    for (const start of starts.toReversed()) {
      const end = state.tokens.findIndex(({type}, index) => index > start && type === 'table_close');
      const table = withPlainCorner(withoutEmptyHeader(state.tokens.slice(start, end)));
      state.tokens[start].attrSet('tabindex', '0');
      state.tokens.splice(start, end - start, ...table);
    }
  });
}
