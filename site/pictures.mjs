// `npm run site:prepare && node site/pictures.mjs`: takes the pictures of the report that the start page and link previews show.
import path from 'node:path';
import {chromium} from 'playwright-core';

const folder = path.join(import.meta.dirname, 'public');
const executablePath = process.env.APIGEN_TEST_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({executablePath, chromiumSandbox: false});
for (const colorScheme of ['light', 'dark']) {
  const page = await browser.newPage({viewport: {width: 1200, height: 630}, colorScheme});
  await page.goto(`file://${path.join(folder, 'demo.html')}`);
  await page.screenshot({path: path.join(folder, `report-${colorScheme}.png`)});
}
await browser.close();
