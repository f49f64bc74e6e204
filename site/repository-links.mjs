import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {ADDRESSES} from '../plugins/tracer/src/addresses.ts';
import {ROOT, RULES, SECTIONS} from './sections.mjs';

const {version} = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
export const REPOSITORY = ADDRESSES.TRACER_RELEASES_URL.replace(/\/releases$/, '');
const FILES = `${REPOSITORY}/blob/v${version}`;
const PAGES = new Set([...SECTIONS, RULES].flatMap(({pages}) => pages));

/** The address for a link in a page: a file of the repository that is no page is shown there. */
function address(href, page) {
  const [target, hash = ''] = href.split(/(?=#)/);
  if (target === '' || /^[a-z]+:/.test(target)) return href;
  const file = path.posix.join(path.posix.dirname(page), target);
  if (file === 'README.md') return `${target.replace(/README\.md$/, 'overview.md')}${hash}`;
  // VitePress reports a dead link.
  return PAGES.has(file) || !existsSync(path.join(ROOT, file)) ? href : `${FILES}/${file}${hash}`;
}

/** A plugin of markdown-it for links to files that are not pages of the site, such as examples. */
export function repositoryLinks(markdown) {
  markdown.core.ruler.push('repository-links', ({tokens, env}) => {
    const links = tokens.flatMap(({children}) => children ?? []).filter(({type}) => type === 'link_open');
    for (const link of links) link.attrSet('href', address(link.attrGet('href'), env.relativePath));
  });
}
