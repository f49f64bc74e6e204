/** Where the pages of the rules are published: the package's own files, of the newest release. */
const PAGES = 'https://unpkg.com/@apigen/cli/docs/rules';

/** The address of the page that explains a rule; in the repository and the package it is `docs/rules/<code>.md`. */
export function rulePage(code: string): string {
  return `${PAGES}/${code}.md`;
}
