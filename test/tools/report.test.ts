import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {beforeEach, describe, expect, it} from '@jest/globals';
import {rulePage} from '../../src/core/rules/rule.ts';
import {startCli} from '../start-cli.ts';
import {copyOf, writeIn} from '../temporary-folder.ts';
import {SCREENS, TestBrowser} from './browser.ts';

const MARKUP = '</script><script>document.title="run"</script><img src=x onerror=document.title="run">&amp;';
const HOSTILE = JSON.stringify({
  openapi: '3.1.0',
  info: {title: MARKUP, version: '1'},
  'x-apigen': {service: {name: 'pets'}},
  paths: {
    [`/${MARKUP}`]: {get: {tags: [MARKUP]}, [MARKUP]: {}},
    '/<!--<script>': {post: {tags: ['<!--', ']]>', '\u2028', '$&{data}']}},
  },
});

/** A description with an operation `get` at each path. */
const described = (title: string, paths: readonly string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {title, version: '1'},
    paths: Object.fromEntries(paths.map((template) => [template, {get: {}}])),
  });

/** What is made; the folder `report` has the others. */
const FILES = {
  'hostile.json': HOSTILE,
  ...Object.fromEntries(
    Array.from({length: 6}, (_, i) => [`fleet-${i}.json`, described(`Fleet ${i}`, [`/a-${i}/{id}`, '/b'])]),
  ),
  'deep.json': described(
    'Deep',
    Array.from({length: 40}, (_, index) => '/s'.repeat(index + 1)),
  ),
  'large.json': described(
    'Large',
    Array.from({length: 20_000}, (_, i) => `/service-${i % 40}/${Math.floor(i / 400)}/{id}/item-${i}`),
  ),
};

const WITHOUT_ROUTE = 'note: no route matches 1 of 5 requests\n    `apigen routes match --log` lists them\n';

const folder = copyOf(path.join(import.meta.dirname, 'report'));
for (const [name, text] of Object.entries(FILES)) writeIn(folder, name, text);
const browser = new TestBrowser();

/** Opens the page of some descriptions, which requests nothing else. */
async function open(
  names: readonly string[],
  options = {},
  flags: readonly string[] = [],
  stderr = '',
): Promise<void> {
  const file = path.join(folder, 'routes.html');
  const inputs = names.flatMap((name) => ['-i', name]);
  const run = await startCli(['report', ...inputs, ...flags, '-o', file], {cwd: folder});
  expect(run).toEqual({status: 0, stdout: '', stderr});
  const address = pathToFileURL(file).href;
  await browser.open(address, {viewport: {width: 1400, height: 900}, ...options}, (context) =>
    context.on('request', (request) => {
      if (request.url() !== address) browser.faults.push(`request for ${request.url()}`);
    }),
  );
}

const row = (name: string | RegExp) => browser.page.getByRole('button', {name, exact: true});
const found = () => browser.page.locator('#found').innerText();
const rows = () => browser.page.locator('.route .path').allInnerTexts();
const answer = () => browser.page.locator('[aria-live]').innerText();
const rowsOfAnswer = () => browser.page.locator('.answers button').allInnerTexts();
const search = (text: string) => browser.page.getByLabel('Search').fill(text);
const tryRequest = (text: string) => browser.page.getByLabel('Try a request').fill(text);

describe('the page of one API', () => {
  beforeEach(() => open(['pets.yaml']));

  it('has a tree of the routes, with their timeouts', async () => {
    expect(await browser.page.title()).toBe('Routes of Pets');
    expect(await found()).toBe('5 routes');
    const shown = await browser.page.locator('.row').allInnerTexts();
    expect(shown.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'GET /v1/pets 1 problem 10s',
      'POST /v1/pets 1 problem 60s',
      'GET /v1/pets/mine 10s',
      'DELETE /v1/pets/{id} retryable no timeout',
      'GET /v1/pets/{id} retryable no timeout',
    ]);
    const bars = browser.page.locator('.bar > span');
    const widths = await bars.evaluateAll((spans) => spans.map((span) => span.getAttribute('style')));
    const [sixth, whole] = ['width: 16.6667%;', 'width: 100%;'];
    expect(widths).toEqual([sixth, whole, sixth, whole, whole]);
  });

  it('shows where the settings of a route come from', async () => {
    await row(/POST/).click();
    expect((await browser.page.locator('.details').innerText()).split(/\n+/)).toEqual([
      'Described in',
      'pets.yaml:7',
      'timeouts.request_timeout',
      '60s from operation pets.yaml:7',
      'retryable',
      'false from default',
      'retry.attempts',
      '1 from default',
      'warning unknown key "pots" of a path item path-item-key',
      'pets.yaml:8:5',
      'did you mean post?',
    ]);
  });

  it('finds routes by method, path and tag, and filters them', async () => {
    const searches = [
      {text: 'GET  MINE', want: ['/v1/pets/mine'], count: '1 of 5 routes'},
      {text: '"GET /v1/pets"', want: ['/v1/pets'], count: '1 of 5 routes'},
      {text: 'get', want: ['/v1/pets', '/v1/pets/mine', '/v1/pets/{id}'], count: '3 of 5 routes'},
    ];
    for (const {text, want, count} of searches) {
      await search(text);
      expect({text, rows: await rows(), found: await found()}).toEqual({text, rows: want, found: count});
    }
    await search('');
    const filter = browser.page.getByLabel('Show', {exact: true});
    await filter.selectOption('routes with warnings or notes');
    expect(await rows()).toEqual(['/v1/pets', '/v1/pets']);
    await filter.selectOption('routes with their own settings');
    expect(await rows()).toEqual(['/v1/pets', '/v1/pets/{id}', '/v1/pets/{id}']);
    await browser.page.getByLabel('Sort by').selectOption('timeout');
    expect(await rows()).toEqual(['/v1/pets/{id}', '/v1/pets/{id}', '/v1/pets']);
    await browser.page.getByLabel('Method').selectOption('GET');
    expect(await rows()).toEqual(['/v1/pets/{id}']);
    await browser.page.getByRole('button', {name: 'Show all routes'}).click();
    await browser.page.getByLabel('Tag').selectOption('animals');
    expect(await rows()).toEqual(['/v1/pets']);
  });

  it('answers which route a request uses', async () => {
    await tryRequest('GET /v1/pets/mine?a=b');
    expect((await answer()).split(/\n+/).filter(Boolean)).toEqual([
      'GET /v1/pets/mine',
      'Used: the first of 2 routes that match: the mesh uses the first route that matches, and narrower paths come first. Timeout 10s. Match: /v1/pets/mine',
      'GET /v1/pets/{id}',
      'Matches too. No timeout. Match: /v1/pets/[^/]*',
    ]);
    await tryRequest('pets');
    expect(await answer()).toBe('Not a request: expected a path that begins with “/”, or an address.');
  });

  it('shows the route of a match and of a warning', async () => {
    await tryRequest('GET /v1/pets/7');
    await browser.page.getByRole('button', {name: 'GET /v1/pets/{id}', exact: true}).first().click();
    expect(await rows()).toEqual(['/v1/pets/{id}']);
    await browser.page.locator('.problems summary').click();
    expect(await browser.page.getByRole('link', {name: 'path-item-key'}).getAttribute('href')).toBe(
      rulePage('path-item-key'),
    );
    await browser.page.getByRole('button', {name: 'Show GET /v1/pets'}).click();
    expect(await rows()).toEqual(['/v1/pets']);
    // The row gets the focus once it is drawn.
    await browser.page.locator('.row:focus').waitFor();
    expect(await browser.page.locator(':focus').innerText()).toMatch(/^GET/);
    await browser.page.getByRole('button', {name: 'Show all routes'}).click();
    expect(await found()).toBe('5 routes');
    expect(await browser.page.locator(':focus').getAttribute('id')).toBe('search');
  });

  it('can be used with the keyboard alone', async () => {
    await browser.page.keyboard.press('Tab');
    await browser.page.keyboard.type('GET /v1/pets/mine');
    await browser.page.keyboard.press('Tab');
    await browser.page.keyboard.press('Enter');
    expect(await rows()).toEqual(['/v1/pets/mine']);
    await browser.page.getByLabel('Search').focus();
    await browser.page.keyboard.press('Control+A');
    await browser.page.keyboard.press('Delete');
    await browser.page.locator('.row').first().focus();
    await browser.page.keyboard.press('ArrowDown');
    await browser.page.keyboard.press('ArrowRight');
    expect(await browser.page.locator('.details').innerText()).toContain('pets.yaml:7');
    await browser.page.keyboard.press('ArrowLeft');
    expect(await browser.page.locator('.details').count()).toBe(0);
    await browser.page.keyboard.press('End');
    expect(await browser.page.locator(':focus .path').innerText()).toBe('/v1/pets/{id}');
  });
});

it('shows several APIs next to each other, and answers for those that are chosen', async () => {
  await open(['pets.yaml', 'orders.yaml']);
  const [pets, orders] = await Promise.all(
    ['Pets', 'Orders'].map((name) => browser.page.getByRole('region', {name}).boundingBox()),
  );
  expect(pets?.y).toBe(orders?.y);
  expect((pets?.x ?? 0) + (pets?.width ?? 0)).toBeLessThan(orders?.x ?? 0);
  expect(await browser.page.getByRole('region', {name: 'Orders'}).locator('p').first().innerText()).toBe(
    'version 1 · orders.yaml · HTTPRoute for Istio of Service orders.default · 2\u{A0}routes',
  );
  await tryRequest('GET /other');
  expect(await answer()).toBe(
    'No route matches GET /other: the HTTPRoute for what is not described serves it, without settings.',
  );
  await tryRequest('GET /orders/7');
  expect((await browser.page.locator('.answers').innerText()).split('\n')[0]).toBe('Orders');
  expect(await found()).toBe('7 routes');
  await browser.page.getByText('2 of 2 APIs shown').click();
  await browser.page.getByRole('checkbox', {name: 'Orders'}).uncheck();
  expect(await found()).toBe('5 routes');
  expect(await answer()).toBe('No route matches GET /orders/7.');
});

it('compares an address only with routes for its host, and shows the version of the API', async () => {
  await open(['public.yaml']);
  expect(await browser.page.locator('header p').innerText()).toMatch(/^version 1\.0\.27 · 1\u{A0}route · /u);
  await tryRequest('GET https://example.org/orders/7');
  expect(await answer()).toBe('No route is for the hostname example.org.');
  for (const text of [
    'GET https://me@A.example.com:8443/orders/7',
    'https://a.example.com/orders/7',
    '/orders/7',
  ]) {
    await tryRequest(text);
    expect(await rowsOfAnswer()).toEqual(['GET /orders/{id}']);
  }
});

it('shows the APIs of a fleet, the first with a hit open, and the same for its address', async () => {
  await open([...Array.from({length: 6}, (_, index) => `fleet-${index}.json`), 'pets.yaml']);
  const state = async () => ({
    apis: await browser.page.locator('.api h2').allInnerTexts(),
    rows: await rows(),
    found: await found(),
    answer: (await answer()).split('\n')[0],
  });
  expect(await browser.page.getByLabel('Try a request').getAttribute('placeholder')).toBe('GET /a-0/42');
  expect(await state()).toMatchObject({rows: [], found: '17 routes'});
  expect((await browser.page.locator('header').innerText()).split('\n').filter(Boolean)).toEqual([
    'Routes of 7 APIs',
    expect.stringMatching(
      /^17\u{A0}routes · 14\u{A0}without timeout · 1\u{A0}warning · \d{4}-\u{2060}\d\d-\u{2060}\d\d · apigen \d/u,
    ),
    '7 of 7 APIs shown',
  ]);
  await search('fleet 3');
  expect((await state()).apis).toEqual(['Fleet 3']);
  await search('/b');
  await tryRequest('GET /a-2/7');
  await browser.page.getByText('APIs shown').click();
  await browser.page.getByRole('checkbox', {name: 'Fleet 0'}).uncheck();
  const shown = await state();
  expect(shown).toEqual({
    apis: ['Fleet 1', 'Fleet 2', 'Fleet 3', 'Fleet 4', 'Fleet 5'],
    rows: ['/b'],
    found: '5 of 15 routes',
    answer: 'Fleet 2',
  });
  await browser.page.reload();
  expect(await state()).toEqual(shown);
  await browser.page.getByText('6 of 7 APIs shown').click();
  await browser.page.getByRole('button', {name: 'None', exact: true}).click();
  expect(await state()).toMatchObject({apis: [], found: '0 routes'});
  await browser.page.getByRole('button', {name: 'All', exact: true}).click();
  expect((await state()).apis).toHaveLength(6);
});

it('shows the requests of a log next to timeouts, and sorts by them', async () => {
  await open(['pets.yaml'], {}, ['--log', 'access.log']);
  const shown = async () => {
    const texts = await browser.page.locator('.row').allInnerTexts();
    return texts.map((text) => text.replaceAll(/\s+/g, ' '));
  };
  const get = 'GET /v1/pets 1 problem 3 requests P50 10s P99 12s 2 cut 10s';
  const mine = 'GET /v1/pets/mine 1 request P50 80ms P99 80ms 10s';
  expect((await shown()).slice(0, 3)).toEqual([get, 'POST /v1/pets 1 problem 0 requests 60s', mine]);
  expect(await browser.page.locator('.traffic .flag').allInnerTexts()).toEqual(['P99 12s', '2 cut']);
  for (const sort of ['cut requests', 'P99', 'P50', 'requests']) {
    await browser.page.getByLabel('Sort by').selectOption(sort);
    expect({sort, first: (await shown())[0]}).toEqual({sort, first: get});
  }
  expect(await browser.page.locator('header p').innerText()).toMatch(
    /^version 1 · 5\u{A0}routes · 1\u{A0}with cut requests · 1\u{A0}over their timeout · 3\u{A0}without traffic · 2\u{A0}without timeout · 1\u{A0}warning · /u,
  );
  await browser.page.getByLabel('Sort by').selectOption('path');
  const filter = browser.page.getByLabel('Show', {exact: true});
  for (const [show, want] of [
    ['routes with cut requests', ['GET /v1/pets']],
    ['routes over their timeout', ['GET /v1/pets']],
    ['routes without traffic', ['POST /v1/pets', 'DELETE /v1/pets/{id}', 'GET /v1/pets/{id}']],
  ] as const) {
    await filter.selectOption(show);
    const found = (await shown()).map((text) => text.split(' ', 2).join(' '));
    expect({show, found}).toEqual({show, found: want});
  }
  await open(['pets.yaml']);
  expect(await browser.page.getByLabel('Sort by').locator('option').allInnerTexts()).toEqual([
    'path',
    'timeout',
  ]);
});

it('opens and orders the APIs of a fleet by a log, and lists the requests without a route', async () => {
  const fleet = Array.from({length: 6}, (_, index) => `fleet-${index}.json`);
  await open([...fleet, 'pets.yaml'], {}, ['--log', 'ghosts.log'], WITHOUT_ROUTE);
  const apis = async () => (await browser.page.locator('.api h2').allInnerTexts()).slice(0, 2);
  await browser.page.getByLabel('Sort by').selectOption('cut requests');
  expect({apis: await apis(), rows: await rows()}).toEqual({
    apis: ['Pets', 'Fleet 0'],
    rows: ['/v1/pets', '/v1/pets', '/v1/pets/mine', '/v1/pets/{id}', '/v1/pets/{id}'],
  });
  await browser.page.getByText('1 request without a route').click();
  await browser.page.getByRole('button', {name: 'GET /orders/*/ghosts 1 request'}).click();
  expect(await answer()).toBe('No route matches GET /orders/*/ghosts.');
});

it('shows a problem of the root at the routes that it is about', async () => {
  await open(['ignored.yaml']);
  const shown = await browser.page.locator('.row').allInnerTexts();
  expect(shown.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'GET /a retryable 1 problem not set',
    'GET /b not set',
  ]);
});

it('shows markup of a description as text', async () => {
  await open(['hostile.json']);
  expect(await browser.page.title()).toBe(`Routes of ${MARKUP}`);
  expect(await browser.page.getByRole('heading', {level: 2}).innerText()).toBe(MARKUP);
  await browser.page.locator('.problems summary').first().click();
  for (const item of await browser.page.locator('.row').all()) await item.click();
  expect(await rows()).toEqual([`/${MARKUP}`, '/<!--<script>']);
  expect(await browser.page.locator('.details').allInnerTexts()).toEqual([
    expect.stringContaining(MARKUP),
    expect.stringContaining('<!--, ]]>, \\u2028, $&{data}'),
  ]);
  expect(await browser.page.locator('img').count()).toBe(0);
  expect(await browser.page.locator('script').count()).toBe(2);
});

it('has a policy that runs no other script and loads nothing', async () => {
  await open(['pets.yaml']);
  const refusedScript = await browser.page.evaluate(`
    try { document.createElement('script').text = 'document.title = "run"'; } catch ({name}) { name }`);
  expect(refusedScript).toBe('TypeError');
  await browser.page.evaluate(`new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('error', resolve);
    image.src = 'https://example.com/a.png';
  }).then(() => {})`);
  const refused = /^Loading the image .* violates the following Content Security Policy directive/;
  expect(browser.faults).toContainEqual(expect.stringMatching(refused));
  // Chromium reports what it refused.
  browser.faults = [];
});

it('shows 20,000 routes', async () => {
  await open(['large.json']);
  expect(await found()).toBe('20,000 routes');
  await search('item-1999');
  expect(await found()).toBe('11 of 20,000 routes');
  await tryRequest('GET /service-39/49/a/item-19999');
  expect(await browser.page.locator('.answers li').count()).toBe(1);
  await search('');
  await browser.page.locator('.row').first().click();
});

it.each(SCREENS)('axe finds nothing, $screen', async ({options}) => {
  await open(['pets.yaml', 'orders.yaml', 'deep.json'], options, ['--log', 'ghosts.log'], WITHOUT_ROUTE);
  expect(await browser.accessibilityFaults()).toEqual([]);
  const closed = browser.page.locator('[aria-expanded=false].group');
  while ((await closed.count()) > 0) await closed.first().click();
  await browser.page.locator('.problems summary').first().click();
  await tryRequest('/v1/pets/mine');
  for (const item of await browser.page.locator('.route').all()) await item.click();
  expect(await browser.accessibilityFaults()).toEqual([]);
});
