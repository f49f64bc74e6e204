/** Words that fit a phone, with a hyphen. */
const unbroken = (word) => (/^(?=.*-)\S{2,30}$/.test(word) ? `<span>${word}</span>` : word);

/** Names that make a column of a table wide may be broken after their dots. */
const breakable = (word) => (/^[\w.]{25,}$/.test(word) ? word.replaceAll('.', '.<wbr>') : word);

/** A plugin of markdown-it: words of code in a text, such as `--mesh`, are not broken at their hyphens. */
export function unbrokenCode(markdown) {
  markdown.renderer.rules.code_inline = (tokens, index, _options, _environment, renderer) => {
    const token = tokens[index];
    const words = token.content.split(/(\s+)/).map(markdown.utils.escapeHtml).map(unbroken).map(breakable);
    return `<code${renderer.renderAttrs(token)}>${words.join('')}</code>`;
  };
}
