/**
 * How much a part of a page counts in the search: a guide more than reference and rules, which repeat its words many times, and a page more
 * than its parts. VitePress copies the source of the function into the site, so it can use nothing else.
 *
 * @param id the address
 * @param titles of the headings above, none for the page itself
 */
export function searchWeight(id, _term, {titles}) {
  const others = 'commands|specification|library|security';
  const isGuide = new RegExp(`/docs/(?!(?:${others})\\.)[^/]+$`).test(id);
  return (isGuide ? 1 : 0.3) * (titles.length === 0 ? 1.3 : 1);
}
