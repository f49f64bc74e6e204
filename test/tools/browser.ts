import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {afterAll, afterEach, beforeAll, beforeEach, expect} from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a visitor may look at. */
export const SCREENS = [
  {screen: 'light', options: {colorScheme: 'light'}},
  {screen: 'dark', options: {colorScheme: 'dark'}},
  {screen: 'on a phone', options: {viewport: {width: 320, height: 640}}},
] as const;

/** A browser for the tests of a file, with a page for each test. After a test nothing may be in `faults`. */
export class TestBrowser {
  /** Errors of the page, and what `onContext` adds, such as requests. */
  faults: string[] = [];
  #browser: Browser | undefined;
  #page: Page | undefined;

  constructor() {
    beforeAll(async () => {
      // Debian's, unless another is named.
      const executablePath = process.env.APIGEN_TEST_CHROMIUM ?? '/usr/bin/chromium';
      this.#browser = await chromium.launch({executablePath, chromiumSandbox: false});
    });
    afterAll(() => this.#browser?.close());
    beforeEach(() => {
      this.faults = [];
    });
    afterEach(async () => {
      await this.#page?.context().close();
      this.#page = undefined;
      expect(this.faults).toEqual([]);
    });
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('no page is open');
    return this.#page;
  }

  async open(
    address: string,
    options: BrowserContextOptions,
    onContext: (context: BrowserContext) => unknown,
  ): Promise<void> {
    const context = await this.#browser?.newContext(options);
    if (context === undefined) throw new Error('the browser did not start');
    await onContext(context);
    this.#page = await context.newPage();
    this.#page.on('pageerror', ({message}) => this.faults.push(message));
    this.#page.on('console', (message) => this.faults.push(message.text()));
    await this.#page.goto(address, {waitUntil: 'networkidle'});
  }

  /** Breaches of WCAG 2.2 AA and of axe's own advice once nothing moves any more, and the pixels that do not fit the width. */
  async accessibilityFaults(): Promise<unknown> {
    await this.page.evaluate('Promise.allSettled(document.getAnimations().map(({finished}) => finished))');
    return this.page.evaluate(`${AXE}; axe.run().then(({violations}) => [
      ...violations.map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html).join(', ')),
      ...[document.documentElement.scrollWidth - window.innerWidth].filter((pixels) => pixels > 0),
    ])`);
  }
}
