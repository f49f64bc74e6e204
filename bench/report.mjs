#!/usr/bin/env node
// `node bench/report.mjs [rounds]`: how long the page of `apigen report` takes in Chromium until it can be used, and until the routes
// of a search are shown. APIGEN_TEST_CHROMIUM names another Chromium than /usr/bin/chromium.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';
import {apigen} from './apigen.mjs';
import {githubJson} from './descriptions.mjs';
import {median} from './timed.mjs';

const rounds = Number(process.argv[2] ?? 15);
const MOST = 20_000;

function largeDescription() {
  const paths = Array.from({length: MOST}, (_, index) => [
    `/service-${index % 40}/${Math.floor(index / 400)}/{id}/item-${index}`,
    {get: {}},
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: {title: 'Large', version: '1'},
    paths: Object.fromEntries(paths),
  });
}

/** Runs in the page: notes when the main thread is free after the page was loaded, counted from the start of its navigation. */
const WHEN_FREE = `addEventListener('load', () => setTimeout(() => { globalThis.free = performance.now(); }))`;

/** Runs in the page: the milliseconds from an input of the search to the frame that shows what was found. */
const SEARCH = `new Promise((resolve) => {
  const field = document.getElementById('search');
  field.value = 'get 1';
  const started = performance.now();
  field.dispatchEvent(new Event('input', {bubbles: true}));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
})`;

async function measure(browser, file) {
  const context = await browser.newContext({viewport: {width: 1400, height: 900}});
  try {
    const page = await context.newPage();
    await page.addInitScript(WHEN_FREE);
    await page.goto(pathToFileURL(file).href);
    const interactive = await (await page.waitForFunction('globalThis.free')).jsonValue();
    return {interactive, search: await page.evaluate(SEARCH)};
  } finally {
    await context.close();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'apigen-report-'));
const large = path.join(folder, 'large.json');
writeFileSync(large, largeDescription());
const DESCRIPTIONS = {'GitHub, 1,223 routes': githubJson(), '20,000 routes': large};

const browser = await chromium.launch({
  executablePath: process.env.APIGEN_TEST_CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
});
try {
  const rows = [];
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    if (description === undefined) continue;
    const file = path.join(folder, 'routes.html');
    const [program, ...args] = [...apigen, 'report', '-i', description, '-o', file];
    const {status, stderr} = spawnSync(program, args, {encoding: 'utf8'});
    if (status !== 0) throw new Error(`apigen report: exit ${status}\n${stderr}`);
    // The first page of a browser is slower.
    await measure(browser, file);
    const measured = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(browser, file));
    rows.push({
      page: name,
      kB: Math.round(statSync(file).size / 1000),
      'interactive ms': Math.round(median(measured.map(({interactive}) => interactive))),
      'best ms': Math.round(Math.min(...measured.map(({interactive}) => interactive))),
      'search ms': Math.round(median(measured.map(({search}) => search))),
    });
  }
  console.table(rows);
} finally {
  await browser.close();
  rmSync(folder, {recursive: true, force: true});
}
