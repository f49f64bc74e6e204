import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {ADDRESSES} from '../../plugins/tracer/src/addresses.ts';
import {SITE_PAGES} from '../pages.ts';
import {SCREENS, TestBrowser} from './browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SITE = path.join(root, 'site', 'dist');
const ORIGIN = 'http://site.test';

beforeAll(() => {
  execFileSync('npm', ['run', 'site'], {cwd: root, stdio: 'pipe'});
}, 600_000);

const browser = new TestBrowser();

/** Opens a page of the site in a browser that has nothing but the files of the site. */
const open = (name: string, options = {}) =>
  browser.open(`${ORIGIN}/${name}`, options, (context) =>
    context.route('**', (route) => {
      const {origin, pathname} = new URL(route.request().url());
      const file = path.join(SITE, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      if (origin === ORIGIN && existsSync(file)) return route.fulfill({path: file});
      browser.faults.push(`request for ${route.request().url()}`);
      return route.abort();
    }),
  );

interface Link {
  /** The address of the page with the link. */
  readonly from: string;
  /** The address that it leads to. */
  readonly to: string;
}

/** The links of the page, and the addresses of its parts. */
async function readPage(name: string): Promise<{links: Link[]; parts: string[]}> {
  const hrefs = await browser.page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => String(link)));
  const ids = await browser.page.locator('[id]').evaluateAll((elements) => elements.map(({id}) => id));
  const from = `${ORIGIN}/${name}`;
  return {
    links: hrefs.map((to) => ({from, to})),
    parts: ['', ...ids.map((id) => `#${id}`)].map((part) => from + part),
  };
}

it('has a page for each page of the repository, and all links within it have a target', async () => {
  const files = readdirSync(SITE, {recursive: true, encoding: 'utf8'});
  const names = files.filter((name) => name.endsWith('.html')).sort();
  const pages = SITE_PAGES.map((page) => (page === 'README.md' ? 'overview.md' : page));
  const expected = [...pages, '404.md', 'demo.md', 'index.md'];
  expect(names).toEqual(expected.map((name) => name.replace(/md$/, 'html')).sort());

  const links: Link[] = [];
  const parts = new Set([`${ORIGIN}/`]);
  await open('');
  for (const name of names) {
    await browser.page.goto(`${ORIGIN}/${name}`);
    const found = await readPage(name);
    links.push(...found.links);
    for (const part of found.parts) parts.add(part);
  }
  const dead = links.filter(({to}) => to.startsWith(ORIGIN) && !parts.has(decodeURI(to)));
  const withoutPart = (address: string) => address.replace(/#.*/, '');
  const fromOthers = links.filter(({from, to}) => withoutPart(to) !== from);
  const reached = new Set(fromOthers.map(({to}) => withoutPart(to).replace(/\/$/, '/index.html')));
  expect(dead).toEqual([]);
  expect(names.filter((name) => !reached.has(`${ORIGIN}/${name}`))).toEqual(['404.html']);
}, 300_000);

it('shows a preview of a link: title, sentence and picture', async () => {
  await open('docs/mesh.html');
  const tags = await browser.page
    .locator('meta[property^="og:"]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')));
  expect(tags).toEqual([
    'website',
    'apigen mesh | apigen',
    'Turns an OpenAPI description into routes of your service mesh',
    `${new URL('.', ADDRESSES.TRACER_CHART_REPO_URL)}report-light.png`,
  ]);
  expect(existsSync(path.join(SITE, 'report-light.png'))).toBe(true);
});

it.each(['docs/getting-started.html', 'overview.html'])(
  'keeps the words of YAML on a phone: %s',
  async (name) => {
    await open(name, {viewport: {width: 375, height: 800}});
    const code = '.vp-doc div[class*="language-yaml"] code';
    const wraps = await browser.page.evaluate(
      `[...new Set([...document.querySelectorAll('${code}')].map((found) => getComputedStyle(found).whiteSpace))]`,
    );
    expect(wraps).toEqual(['pre']);
  },
);

it('links to files of the repository that are not pages, and to an icon', async () => {
  const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  await open('docs/spectral.html');
  const ruleset = 'rulesets/apigen.spectral.yaml';
  const address = await browser.page.getByRole('link', {name: ruleset}).getAttribute('href');
  expect(address).toMatch(new RegExp(`/blob/v${version}/${ruleset}$`));
  const icon = await browser.page.locator('link[rel=icon]').getAttribute('href');
  expect(existsSync(path.join(SITE, String(icon)))).toBe(true);
});

it.each([
  {text: 'redundant-timeout', want: 'docs/rules/redundant-timeout.html#redundant-timeout'},
  {text: 'redocly', want: 'docs/redocly.html#with-redocly'},
  {text: 'several environments', want: 'docs/mesh.html#settings-without-touching-the-description'},
])('finds first for $text its page', async ({text, want}) => {
  await open('');
  await browser.page.getByRole('button', {name: 'Search'}).click();
  await browser.page.getByRole('searchbox').fill(text);
  await browser.page.locator(`.results li:first-child a[href="/${want}"]`).click();
  await browser.page.waitForURL(`${ORIGIN}/${want}`);
});

it('goes to the first result with the keyboard alone', async () => {
  await open('');
  await browser.page.keyboard.press('Control+k');
  await browser.page.locator('input:focus').waitFor();
  await browser.page.keyboard.type('redundant-timeout');
  await browser.page.locator('.result.selected').waitFor();
  await browser.page.keyboard.press('Enter');
  await browser.page.waitForURL(`${ORIGIN}/docs/rules/redundant-timeout.html#redundant-timeout`);
});

it('shows the report of the examples as a demo', async () => {
  await open('');
  await browser.page.getByRole('link', {name: 'Demo'}).click();
  await browser.page.waitForURL(`${ORIGIN}/demo.html`);
  expect(await browser.page.getByRole('heading', {level: 2}).allInnerTexts()).toEqual([
    'Swagger Petstore',
    'Orders',
  ]);
  await browser.page.getByRole('link', {name: 'Documentation of apigen'}).click();
  await browser.page.waitForURL(`${ORIGIN}/`);
});

describe('axe finds nothing', () => {
  const pages = [
    {name: '', kind: 'the start page'},
    {name: 'overview.html', kind: 'the overview'},
    {name: 'docs/getting-started.html', kind: 'a guide'},
    {name: 'docs/httproute.html', kind: 'a table with names of rows'},
    {name: 'docs/commands.html', kind: 'a reference'},
    {name: 'docs/rules/service-port.html', kind: 'a rule'},
    {name: '404.html', kind: 'the page for a wrong address'},
  ];
  const cases = pages.flatMap((given) => SCREENS.map((screen) => ({...given, ...screen})));

  it.each(cases)('$kind, $screen', async ({name, options}) => {
    await open(name, options);
    expect(await browser.accessibilityFaults()).toEqual([]);
  });

  it.each(SCREENS)('the search, $screen', async ({options}) => {
    await open('', options);
    await browser.page.getByRole('button', {name: 'Search'}).click();
    await browser.page.getByRole('dialog', {name: 'Search'}).getByRole('searchbox').fill('timeout');
    await browser.page
      .getByRole('listitem')
      .getByRole('link', {name: /Timeout/})
      .first()
      .waitFor();
    await browser.page.keyboard.press('ArrowDown');
    expect(await browser.accessibilityFaults()).toEqual([]);
  });

  it('the menu on a phone', async () => {
    await open('docs/mesh.html', {viewport: {width: 320, height: 640}});
    await browser.page.getByRole('button', {name: 'Menu'}).click();
    await browser.page.getByRole('link', {name: 'Settings'}).first().waitFor();
    expect(await browser.accessibilityFaults()).toEqual([]);
  });
});
