import {describe, expect, it} from '@jest/globals';
import {bunLicense} from '../../../release/executables/bun.ts';
import {libraryNotices, linkedLibraries} from '../../../release/executables/linked-libraries.ts';

const ENGINE = `Bun statically links JavaScriptCore (and WebKit), which is LGPL-2 licensed. More.

Bun's patched version of WebKit lives at https://github.com/oven-sh/webkit. To relink Bun with changes:
`;
const JAVASCRIPTCORE = {
  name: 'JavaScriptCore',
  url: 'https://github.com/oven-sh/webkit',
  license: 'LGPL-2.0-or-later AND BSD-2-Clause',
};

describe('the libraries in Bun', () => {
  it.each([
    {
      row: '| [`a`](https://a.example)   | MIT      |',
      want: {name: 'a', url: 'https://a.example', license: 'MIT'},
    },
    {
      row: '| [`libicu`](https://i.example) 78 | [ICU license](https://i.example/LICENSE) |',
      want: {name: 'libicu', url: 'https://i.example', license: 'Unicode-3.0'},
    },
    {
      row: '| [`libarchive`](https://l.example) | [several licenses](https://l.example/COPYING) |',
      want: {name: 'libarchive', url: 'https://l.example', license: 'BSD-2-Clause AND BSD-3-Clause'},
    },
    {
      row: "| Parts of [B's code](https://b.example/a#L1) | Apache 2.0 licensed |",
      want: {name: "B's code", url: 'https://b.example/a#L1', license: 'Apache-2.0'},
    },
  ])('are read from $row', ({row, want}) => {
    expect(linkedLibraries(`${ENGINE}\n| Library | License |\n| --- | --- |\n${row}\n`)).toEqual([
      JAVASCRIPTCORE,
      want,
    ]);
  });

  it.each([
    {
      page: `${ENGINE}\n| [\`a\`](https://a.example) | Beerware |\n`,
      message: 'unknown licence of a in Bun, "Beerware": add it to EXPRESSIONS',
    },
    {page: '', message: "missing section on JavaScriptCore in Bun's page about its licence"},
  ])('stop the build: $message', ({page, message}) => {
    expect(() => linkedLibraries(page)).toThrow(message);
  });

  it('are all on the page of the Bun that is used', async () => {
    const page = await bunLicense();
    const rows = page.split('\n').filter((line) => /^\|.*\]\(/.test(line));
    const libraries = linkedLibraries(page);
    expect(libraries).toHaveLength(rows.length + 1);
    expect(libraries).toEqual(
      expect.arrayContaining([
        JAVASCRIPTCORE,
        expect.objectContaining({name: 'tinycc', license: 'LGPL-2.1-only'}),
      ]),
    );
  });

  it('have the text of each licence in the notices', async () => {
    const [list, ...texts] = await libraryNotices([
      JAVASCRIPTCORE,
      {name: 'tinycc', url: 'https://t.example', license: 'LGPL-2.1-only'},
    ]);
    expect(list).toBe(
      'Libraries in Bun, and where their sources and copyright notices are. The texts of their licences follow.\n\nJavaScriptCore (LGPL-2.0-or-later AND BSD-2-Clause)\n    https://github.com/oven-sh/webkit\ntinycc (LGPL-2.1-only)\n    https://t.example',
    );
    expect(texts.map((text) => text.split('\n').slice(0, 5))).toEqual([
      ['Text of BSD-2-Clause', '', expect.stringMatching(/^Copyright/), '', expect.any(String)],
      ['Text of LGPL-2.0-or-later', '', 'GNU LIBRARY GENERAL PUBLIC LICENSE', '', 'Version 2, June 1991'],
      ['Text of LGPL-2.1-only', '', 'GNU LESSER GENERAL PUBLIC LICENSE', '', 'Version 2.1, February 1999'],
    ]);
    for (const text of texts.slice(1)) expect(text).toContain('END OF TERMS AND CONDITIONS');
  });
});
