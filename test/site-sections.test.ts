import {readdirSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
// @ts-expect-error plain JavaScript, because VitePress reads it
import {RULES, SECTIONS} from '../site/sections.mjs';

const root = path.resolve(import.meta.dirname, '..');
const sections: readonly {readonly pages: readonly string[]}[] = [...SECTIONS, RULES];

it('every page of the documentation is once in a sidebar of the site', () => {
  const files = [
    ...readdirSync(root),
    ...readdirSync(path.join(root, 'docs'), {recursive: true, encoding: 'utf8'}).map(
      (name) => `docs/${name}`,
    ),
  ];
  const pages = files.filter((name) => name.endsWith('.md'));
  expect(sections.flatMap((section) => section.pages).sort()).toEqual(pages.sort());
});
