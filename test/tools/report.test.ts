import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from '@jest/globals';
import {type Browser, type BrowserContextOptions, chromium, type Page} from 'playwright-core';
import {rulePage} from '../../src/core/rule-page.ts';
import {startCli} from '../start-cli.ts';

/** Debian's, unless another is named. */
const CHROMIUM = process.env.APIGEN_TEST_CHROMIUM ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PETS = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {service: {name: pets}, timeouts: {request_timeout: 10}, path: {base: /v1}}
paths:
  /pets:
    get: {tags: [animals]}
    post: {x-apigen: {timeouts: {request_timeout: 60}, retryabel: true}}
  /pets/mine:
    get: {}
  /pets/{id}:
    x-apigen: {timeouts: {request_timeout: 0}, retryable: true}
    get: {}
    delete: {}
`;

const ORDERS = `openapi: 3.1.0
info: {title: Orders, version: "1"}
x-apigen: {target: httproute, mesh: istio, service: {name: orders}}
paths:
  /orders/{id}: {get: {}}
  /orders/{id}/items: {get: {}}
`;

const MARKUP = '</script><script>document.title="run"</script><img src=x onerror=document.title="run">&amp;';
const HOSTILE = JSON.stringify({
  openapi: '3.1.0',
  info: {title: MARKUP, version: '1'},
  'x-apigen': {service: {name: 'pets'}, [MARKUP]: 1},
  paths: {
    [`/${MARKUP}`]: {get: {tags: [MARKUP], 'x-apigen': {[MARKUP]: MARKUP}}, [MARKUP]: {}},
    '/<!--<script>': {post: {tags: ['<!--', ']]>', '\u2028', '$&{data}']}},
  },
});

const REVERSED = JSON.stringify({
  openapi: '3.1.0',
  info: {title: 'stu\u202eop', version: '1'},
  paths: {'/a\u202eb': {get: {}}},
});

/** A path of 100 segments, each with a route. */
const DEEP = JSON.stringify({
  openapi: '3.1.0',
  info: {title: 'Deep', version: '1'},
  paths: Object.fromEntries(
    Array.from({length: 100}, (_, index) => ['/s'.repeat(index + 1), {get: {}, put: {}}]),
  ),
});

/** A description with many routes, at several levels. */
function largeDescription(count: number): string {
  const paths = Array.from({length: count}, (_, index) => [
    `/service-${index % 40}/${Math.floor(index / 400)}/{id}/item-${index}`,
    {get: {}},
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: {title: 'Large', version: '1'},
    paths: Object.fromEntries(paths),
  });
}

let folder = '';
let browser: Browser;
let page: Page;
let requested: string[] = [];
let errors: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-report-'));
  const files = {
    'pets.yaml': PETS,
    'orders.yaml': ORDERS,
    'hostile.json': HOSTILE,
    'reversed.json': REVERSED,
    'deep.json': DEEP,
    'large.json': largeDescription(20_000),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  browser = await chromium.launch({executablePath: CHROMIUM, chromiumSandbox: false});
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, {recursive: true});
});

beforeEach(() => {
  requested = [];
  errors = [];
});

afterEach(async () => {
  await page.context().close();
  expect({errors, requested}).toEqual({errors: [], requested: []});
});

/** Opens the page of some descriptions. What it requests, and errors in it, are collected. */
async function open(args: readonly string[], options: BrowserContextOptions = {}): Promise<void> {
  const file = path.join(folder, 'routes.html');
  const run = await startCli(['report', ...args, '-o', file], {cwd: folder});
  expect(run).toEqual({status: 0, stdout: '', stderr: ''});
  const context = await browser.newContext({viewport: {width: 1400, height: 900}, ...options});
  page = await context.newPage();
  const address = pathToFileURL(file).href;
  page.on('request', (request) => {
    if (request.url() !== address) requested.push(request.url());
  });
  page.on('pageerror', ({message}) => errors.push(message));
  page.on('console', (message) => errors.push(message.text()));
  await page.goto(address);
}

const row = (name: string | RegExp) => page.getByRole('button', {name, exact: true});
const found = () => page.locator('#found').innerText();
const rows = () => page.locator('.route .path').allInnerTexts();

describe('the page of one API', () => {
  beforeEach(() => open(['-i', 'pets.yaml']));

  it('has a tree of the routes, with their timeouts', async () => {
    expect(await page.title()).toBe('Routes of Pets');
    expect(await found()).toBe('5 routes');
    expect((await page.locator('.row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'GET /v1/pets 10s',
      'POST /v1/pets 1 problem 60s',
      'GET /v1/pets/mine 10s',
      'DELETE /v1/pets/{id} no timeout',
      'GET /v1/pets/{id} no timeout',
    ]);
    const widths = page
      .locator('.bar > span')
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('style')));
    expect(await widths).toEqual(
      ['16.6667%', '100%', '16.6667%', '100%', '100%'].map((width) => `width: ${width};`),
    );
  });

  it('shows where the settings of a route come from', async () => {
    await row(/POST/).click();
    expect((await page.locator('.details').innerText()).split(/\n+/)).toEqual([
      'Described in',
      'pets.yaml:7',
      'timeouts.request_timeout',
      '60s from operation pets.yaml:7',
      'retryable',
      'false from default',
      'warning unknown setting "retryabel" unknown-setting',
      'pets.yaml:7:56',
      'did you mean `retryable`?',
    ]);
  });

  it.each([
    {search: 'get', want: ['/v1/pets', '/v1/pets/mine', '/v1/pets/{id}'], count: '3 of 5 routes'},
    {search: 'GET  MINE', want: ['/v1/pets/mine'], count: '1 of 5 routes'},
    {search: 'animals', want: ['/v1/pets'], count: '1 of 5 routes'},
    {search: '"GET /v1/pets"', want: ['/v1/pets'], count: '1 of 5 routes'},
    {search: 'no such route', want: [], count: '0 of 5 routes'},
  ])('finds $search', async ({search, want, count}) => {
    await page.getByLabel('Search').fill(search);
    expect({rows: await rows(), found: await found()}).toEqual({rows: want, found: count});
  });

  it.each([
    {filter: 'routes with warnings or notes', want: ['/v1/pets']},
    {filter: 'routes with their own settings', want: ['/v1/pets', '/v1/pets/{id}', '/v1/pets/{id}']},
  ])('shows only $filter', async ({filter, want}) => {
    await page.getByLabel('Show', {exact: true}).selectOption(filter);
    expect(await rows()).toEqual(want);
  });

  it.each([
    {
      request: 'GET /v1/pets/mine?a=b',
      want: [
        'GET /v1/pets/mine',
        'Used: the first of 2 routes that match: the mesh uses the first route that matches, and narrower paths come first. Timeout 10s. Match: /v1/pets/mine',
        'GET /v1/pets/{id}',
        'Matches too. No timeout. Match: /v1/pets/[^/]*',
      ],
    },
    {
      request: 'https://pets.example.com/v1/pets',
      want: [
        'Without a method: the routes of each method.',
        'GET /v1/pets',
        'Used: the only route that matches. Timeout 10s. Match: /v1/pets',
        'POST /v1/pets',
        'Used: the only route that matches. Timeout 60s. Match: /v1/pets',
      ],
    },
    {
      request: 'PUT /v1/pets',
      want: ['No route matches PUT /v1/pets. This path has routes for GET, POST.'],
    },
    {
      request: '/pets',
      want: ['No route matches /pets. It has a route with the prefix /v1 (path.base).'],
    },
    {request: 'GET /toys', want: ['No route matches GET /toys.']},
    {request: ' GET ', want: ['The path is missing after GET: for example GET /v1/pets/42.']},
    {request: 'pets', want: ['Not a request: expected a path that begins with “/”, or an address.']},
    {request: ' ', want: []},
  ])('tries the request $request', async ({request, want}) => {
    await page.getByLabel('Try a request').fill(request);
    const answer = await page.locator('[aria-live]').innerText();
    expect(answer.split(/\n+/).filter(Boolean)).toEqual(want);
  });

  it('shows the route of a match and of a warning', async () => {
    await page.getByLabel('Try a request').fill('GET /v1/pets/7');
    await page.getByRole('button', {name: 'GET /v1/pets/{id}', exact: true}).first().click();
    expect(await rows()).toEqual(['/v1/pets/{id}']);
    expect(await page.locator('.row').getAttribute('aria-expanded')).toBe('true');
    await page.getByText('1 warning').click();
    expect(await page.getByRole('link', {name: 'unknown-setting'}).getAttribute('href')).toBe(
      rulePage('unknown-setting'),
    );
    await page.getByRole('button', {name: 'Show POST /v1/pets'}).click();
    expect(await rows()).toEqual(['/v1/pets']);
    // The row gets the focus once it is drawn.
    await page.locator('.row:focus').waitFor();
    expect(await page.locator(':focus').innerText()).toMatch(/^POST/);
    await page.getByLabel('Search').fill('mine');
    expect(await page.locator(':focus').getAttribute('id')).toBe('search');
    await page.getByRole('button', {name: 'Show all routes'}).click();
    expect(await found()).toBe('5 routes');
    expect(await page.locator(':focus').getAttribute('id')).toBe('search');
    expect(await page.getByRole('button', {name: 'Show all routes'}).count()).toBe(0);
  });

  it('can be used with the keyboard alone', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.type('GET /v1/pets/mine');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await rows()).toEqual(['/v1/pets/mine']);
    await page.getByLabel('Search').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.locator('.row').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.details').innerText()).toContain('pets.yaml:7');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.details').count()).toBe(0);
    await page.keyboard.press('End');
    expect(await page.locator(':focus .path').innerText()).toBe('/v1/pets/{id}');
  });
});

describe('the page of several APIs', () => {
  beforeEach(() => open(['-i', 'pets.yaml', '-i', 'orders.yaml']));

  it('shows them next to each other', async () => {
    const [pets, orders] = await Promise.all(
      ['Pets', 'Orders'].map((name) => page.getByRole('region', {name}).boundingBox()),
    );
    expect(pets?.y).toBe(orders?.y);
    expect((pets?.x ?? 0) + (pets?.width ?? 0)).toBeLessThan(orders?.x ?? 0);
    expect(await page.getByRole('region', {name: 'Orders'}).locator('p').first().innerText()).toBe(
      'orders.yaml · HTTPRoute for istio of Service orders.default · 2 routes',
    );
  });

  it('searches and tries requests in those that are chosen', async () => {
    expect(await found()).toBe('7 routes');
    await page.getByLabel('Try a request').fill('GET /orders/7');
    expect((await page.locator('.answers').innerText()).split('\n')[0]).toBe('Orders');
    await page.getByRole('checkbox', {name: 'Orders'}).uncheck();
    expect(await found()).toBe('5 routes');
    expect(await page.locator('[aria-live]').innerText()).toBe('No route matches GET /orders/7.');
  });

  it('says what serves a request that is not described', async () => {
    await page.getByLabel('Try a request').fill('GET /other');
    expect(await page.locator('[aria-live]').innerText()).toBe(
      'No route matches GET /other: the HTTPRoute for what is not described serves it, without a policy.',
    );
  });
});

it('shows markup of a description as text', async () => {
  await open(['-i', 'hostile.json']);
  expect(await page.title()).toBe(`Routes of ${MARKUP}`);
  expect(await page.getByRole('heading', {level: 2}).innerText()).toBe(MARKUP);
  await page.locator('.problems summary').first().click();
  for (const item of await page.locator('.row').all()) await item.click();
  expect(await rows()).toEqual([`/${MARKUP}`, '/<!--<script>']);
  expect(await page.locator('.details').allInnerTexts()).toEqual([
    expect.stringContaining(MARKUP),
    expect.stringContaining('<!--, ]]>, \\u2028, $&{data}'),
  ]);
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(2);
});

it('shows marks of direction by their codes', async () => {
  await open(['-i', 'reversed.json']);
  expect(await page.title()).toBe('Routes of stu\\u202eop');
  expect(await rows()).toEqual(['/a\\u202eb']);
  await page.getByLabel('Try a request').fill('GET /a%E2%80%AEb');
  await page.getByText('the only route that matches').waitFor();
});

it.each([1400, 320])('fits a screen of %d pixels, however deep the paths are', async (width) => {
  await open(['-i', 'deep.json'], {viewport: {width, height: 900}});
  const closed = page.locator('[aria-expanded=false].group');
  while ((await closed.count()) > 0) await closed.first().click();
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
    0,
  );
});

it('has a policy that runs no other script and loads nothing', async () => {
  await open(['-i', 'pets.yaml']);
  const thrown = await page.evaluate(`
    const attempts = [
      () => { document.createElement('script').text = 'document.title = "run"'; },
      () => document.body.setAttribute('onclick', 'document.title = "run"'),
      () => { document.body.innerHTML = '<img src=x>'; },
    ];
    const thrown = attempts.map((attempt) => { try { attempt(); return 'nothing'; } catch ({name}) { return name; } });
    const image = new Image();
    const refused = new Promise((resolve) => image.addEventListener('error', () => resolve(thrown)));
    image.src = 'https://example.com/a.png';
    refused`);
  expect(thrown).toEqual(['TypeError', 'TypeError', 'TypeError']);
  expect(await page.title()).toBe('Routes of Pets');
  expect(errors.at(-1)).toMatch(
    /^Loading the image .* violates the following Content Security Policy directive/,
  );
  errors = [];
  // Chromium reports the request that it refused.
  requested = [];
});

it('shows 20,000 routes', async () => {
  await open(['-i', 'large.json']);
  expect(await found()).toBe('20,000 routes');
  await page.getByLabel('Search').fill('item-1999');
  expect(await found()).toBe('11 of 20,000 routes');
  await page.getByLabel('Try a request').fill('GET /service-39/49/a/item-19999');
  expect(await page.locator('.answers li').count()).toBe(1);
  await page.getByLabel('Search').fill('');
  const first = page.locator('.row').first();
  await first.click();
  expect(await first.getAttribute('aria-expanded')).toMatch(/true|false/);
});

/** The rules of WCAG 2.2 AA, and axe's own advice. */
async function accessibilityFaults(): Promise<unknown> {
  return page.evaluate(`${AXE}; axe.run().then(({violations}) =>
    violations.map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html).join(', ')))`);
}

describe('axe finds nothing', () => {
  it.each([
    {name: 'light', options: {colorScheme: 'light'}},
    {name: 'dark', options: {colorScheme: 'dark'}},
    {name: 'on a phone', options: {viewport: {width: 320, height: 640}}},
  ] as const)('$name', async ({options}) => {
    await open(['-i', 'pets.yaml', '-i', 'orders.yaml'], options);
    expect(await accessibilityFaults()).toEqual([]);
    await page.locator('.problems summary').first().click();
    await page.getByLabel('Try a request').fill('/v1/pets/mine');
    for (const item of await page.locator('.route').all()) await item.click();
    expect(await accessibilityFaults()).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
