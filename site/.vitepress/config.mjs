import {readFileSync} from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import {defineConfig} from 'vitepress';
import {ADDRESSES} from '../../plugins/tracer/src/addresses.ts';
import {accessibleTables} from '../accessible-tables.mjs';
import {codeWithoutVue} from '../code-without-vue.mjs';
import {REPOSITORY, repositoryLinks} from '../repository-links.mjs';
import {searchWeight} from '../search-weight.mjs';
import {ROOT, RULES, SECTIONS} from '../sections.mjs';
import {unbrokenCode} from '../unbroken-code.mjs';

/** The first heading of a page, without marks of code, unless that is the name of the package. */
function title(page) {
  if (page === 'README.md') return 'Overview';
  if (page === 'CHANGELOG.md') return 'Changelog';
  const [, heading = page] = /^# (.*)$/m.exec(readFileSync(path.join(ROOT, page), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}

/** The address of a page. Pages keep their paths in the repository, so that links among them are the same on GitHub. */
const link = (page) => (page === 'README.md' ? '/overview.html' : `/${page.replace(/md$/, 'html')}`);

const item = (page) => ({text: title(page), link: link(page)});
const sidebar = (sections) => sections.map(({text, pages}) => ({text, items: pages.map(item)}));

// The site is next to the charts on GitHub Pages.
const origin = new URL('.', ADDRESSES.TRACER_CHART_REPO_URL);
const base = origin.pathname;

/** What a link to the page shows in a chat. */
function preview({pageData: {title, description}, siteData}) {
  const properties = {
    type: 'website',
    title: title === siteData.title ? title : `${title} | ${siteData.title}`,
    description: description || siteData.description,
    image: new URL('report-light.png', origin).href,
  };
  const tags = Object.entries(properties).map(([name, content]) => [
    'meta',
    {property: `og:${name}`, content},
  ]);
  return [...tags, ['meta', {name: 'twitter:card', content: 'summary_large_image'}]];
}

export default defineConfig({
  title: 'apigen',
  description: 'Turns an OpenAPI description into routes of your service mesh',
  lang: 'en',
  base,
  head: [['link', {rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg`}]],
  transformHead: preview,
  srcDir: ROOT,
  srcExclude: [
    '!(docs|site|plugins)/**/*',
    'site/!(start.md)',
    'site/*/**',
    'docs/maintainers/**',
    'plugins/*/!(docs)/**',
    'plugins/*/*.md',
  ],
  rewrites: {'site/start.md': 'index.md', 'README.md': 'overview.md'},
  outDir: path.join(ROOT, 'site', 'dist'),
  cacheDir: path.join(ROOT, 'site', 'node_modules', '.cache'),
  vite: {publicDir: path.join(ROOT, 'site', 'public')},
  markdown: {
    anchor: {slugify: (text) => new GithubSlugger().slug(text)},
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-high-contrast'},
    config: (markdown) =>
      markdown.use(codeWithoutVue).use(unbrokenCode).use(repositoryLinks).use(accessibleTables),
  },
  themeConfig: {
    nav: [
      item('docs/getting-started.md'),
      {text: 'Settings', link: link('docs/settings.md')},
      {text: 'Rules', link: `${link('docs/spectral.md')}#rules`},
      {text: 'Demo', link: '/demo.html', target: '_self'},
    ],
    // Sections that fold would be buttons inside of buttons, so the rules have a sidebar of their own.
    sidebar: {'/': sidebar(SECTIONS), '/docs/rules/': sidebar([RULES])},
    outline: 'deep',
    socialLinks: [{icon: 'github', link: REPOSITORY, ariaLabel: 'Repository'}],
    search: {
      provider: 'local',
      options: {detailedView: true, miniSearch: {searchOptions: {boostDocument: searchWeight}}},
    },
  },
});
