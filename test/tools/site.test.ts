import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from '@jest/globals';
import {type Browser, type BrowserContextOptions, chromium, type Page} from 'playwright-core';

/** Debian's, unless another is named. */
const CHROMIUM = process.env.APIGEN_TEST_CHROMIUM ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const root = path.resolve(import.meta.dirname, '../..');
const SITE = path.join(root, 'site', 'dist');
const ORIGIN = 'http://site.test';

let browser: Browser;
let page: Page;
let errors: string[] = [];

beforeAll(async () => {
  execFileSync('npm', ['run', 'site'], {cwd: root, stdio: 'pipe'});
  browser = await chromium.launch({executablePath: CHROMIUM, chromiumSandbox: false});
}, 600_000);
afterAll(() => browser.close());

beforeEach(() => {
  errors = [];
});
afterEach(async () => {
  await page?.context().close();
  expect(errors).toEqual([]);
});

/** Opens a page of the site in a browser that has nothing but the files of the site. */
async function open(name: string, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext(options);
  await context.route('**', (route) => {
    const {origin, pathname} = new URL(route.request().url());
    const file = path.join(SITE, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (origin === ORIGIN && existsSync(file)) return route.fulfill({path: file});
    errors.push(`request for ${route.request().url()}`);
    return route.abort();
  });
  page = await context.newPage();
  page.on('pageerror', ({message}) => errors.push(message));
  page.on('console', (message) => errors.push(message.text()));
  await page.goto(`${ORIGIN}/${name}`, {waitUntil: 'networkidle'});
}

interface Link {
  /** The address of the page with the link. */
  readonly from: string;
  /** The address that it leads to. */
  readonly to: string;
}

/** The links of the page, and the addresses of its parts. */
async function readPage(name: string): Promise<{links: Link[]; parts: string[]}> {
  const hrefs = await page.locator('a[href]').evaluateAll((links) => links.map((link) => String(link)));
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({id}) => id));
  const from = `${ORIGIN}/${name}`;
  return {
    links: hrefs.map((to) => ({from, to})),
    parts: ['', ...ids.map((id) => `#${id}`)].map((part) => from + part),
  };
}

it('has a page for each page of the repository, and all links within it have a target', async () => {
  const files = readdirSync(SITE, {recursive: true, encoding: 'utf8'});
  const names = files.filter((name) => name.endsWith('.html')).sort();
  const docs = readdirSync(path.join(root, 'docs'), {recursive: true, encoding: 'utf8'});
  const expected = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  expected.push('404.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'demo.md', 'index.md');
  expect(names).toEqual(expected.map((name) => name.replace(/md$/, 'html')).sort());

  const links: Link[] = [];
  const parts = new Set([`${ORIGIN}/`]);
  await open('');
  for (const name of names) {
    await page.goto(`${ORIGIN}/${name}`);
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

it('links to files of the repository that are not pages', async () => {
  const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  await open('docs/settings.html');
  const address = await page.getByRole('link', {name: 'schema.json'}).getAttribute('href');
  expect(address).toMatch(new RegExp(`/blob/v${version}/schema\\.json$`));
});

it.each([
  {text: 'retry_budget.ttl', want: 'docs/settings.html#settings'},
  {text: 'redundant-timeout', want: 'docs/rules/redundant-timeout.html#redundant-timeout'},
  {text: 'timeout', want: 'docs/mesh.html#timeouts'},
  {text: 'redocly', want: 'docs/redocly.html#with-redocly'},
  {text: 'spectral', want: 'docs/spectral.html#the-spectral-ruleset'},
  {text: 'tracer install', want: 'docs/tracer.html#the-tracer-on-a-cluster'},
  {text: 'HTTPRoute', want: 'docs/httproute.html#httproutes'},
  {text: 'init', want: 'docs/init.html#setting-up-with-apigen-init'},
  {text: 'path.base', want: 'docs/mesh.html#the-prefix'},
])('finds first for $text its page', async ({text, want}) => {
  await open('');
  await page.getByRole('button', {name: 'Search'}).click();
  await page.getByRole('searchbox').fill(text);
  await page.locator(`.results li:first-child a[href="/${want}"]`).click();
  await page.waitForURL(`${ORIGIN}/${want}`);
});

it('has an icon', async () => {
  await open('docs/settings.html');
  const icon = await page.locator('link[rel=icon]').getAttribute('href');
  expect(existsSync(path.join(SITE, String(icon)))).toBe(true);
});

it('goes to the first result with the keyboard alone', async () => {
  await open('');
  await page.keyboard.press('Control+k');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('redundant-timeout');
  await page.locator('.result.selected').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${ORIGIN}/docs/rules/redundant-timeout.html#redundant-timeout`);
});

it('shows the report of the examples as a demo', async () => {
  await open('');
  await page.getByRole('link', {name: 'Demo'}).click();
  await page.waitForURL(`${ORIGIN}/demo.html`);
  expect(await page.getByRole('heading', {level: 2}).allInnerTexts()).toEqual(['Swagger Petstore', 'Orders']);
});

/** The rules of WCAG 2.2 AA, and axe's own advice, once nothing moves or fades in any more. */
async function accessibilityFaults(): Promise<unknown> {
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({finished}) => finished))');
  return page.evaluate(`${AXE}; axe.run().then(({violations}) =>
    violations.map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html).join(', ')))`);
}

describe('axe finds nothing', () => {
  const pages = [
    {name: '', kind: 'the overview'},
    {name: 'docs/getting-started.html', kind: 'a guide'},
    {name: 'docs/httproute.html', kind: 'a table with names of rows'},
    {name: 'docs/commands.html', kind: 'a reference'},
    {name: 'docs/rules/service-port.html', kind: 'a rule'},
    {name: '404.html', kind: 'the page for a wrong address'},
  ];
  const screens = [
    {screen: 'light', options: {colorScheme: 'light'}},
    {screen: 'dark', options: {colorScheme: 'dark'}},
    {screen: 'on a phone', options: {viewport: {width: 320, height: 640}}},
  ] as const;
  const cases = pages.flatMap((given) => screens.map((screen) => ({...given, ...screen})));

  it.each(cases)('$kind, $screen', async ({name, options}) => {
    await open(name, options);
    expect(await accessibilityFaults()).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it.each(screens)('the search, $screen', async ({options}) => {
    await open('', options);
    await page.getByRole('button', {name: 'Search'}).click();
    await page.getByRole('dialog', {name: 'Search'}).getByRole('searchbox').fill('timeout');
    await page
      .getByRole('listitem')
      .getByRole('link', {name: /Timeout/})
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('the menu on a phone', async () => {
    await open('docs/mesh.html', {viewport: {width: 320, height: 640}});
    await page.getByRole('button', {name: 'Menu'}).click();
    await page.getByRole('link', {name: 'Settings'}).first().waitFor();
    expect(await accessibilityFaults()).toEqual([]);
  });
});
