/** A plugin of markdown-it: Vue leaves `{{ }}` in code as it is. VitePress does that for fenced blocks only. */
export function codeWithoutVue(markdown) {
  markdown.core.ruler.push('code-without-vue', ({tokens}) => {
    const code = tokens.flatMap(({children}) => children ?? []).filter(({type}) => type === 'code_inline');
    for (const token of code) token.attrSet('v-pre', '');
  });
}
