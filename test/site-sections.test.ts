import {expect, it} from '@jest/globals';
// @ts-expect-error plain JavaScript, because VitePress reads it
import {RULES, SECTIONS} from '../site/sections.mjs';
import {SITE_PAGES} from './pages.ts';

const sections: readonly {readonly pages: readonly string[]}[] = [...SECTIONS, RULES];

it('every page of the documentation is once in a sidebar of the site', () => {
  expect(sections.flatMap((section) => section.pages).sort()).toEqual([...SITE_PAGES].sort());
});
