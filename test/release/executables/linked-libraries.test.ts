import {describe, expect, it} from '@jest/globals';
import {bunLicense} from '../../../release/executables/compile.ts';
import {licenseTexts, linkedLibraries} from '../../../release/executables/linked-libraries.ts';

const JAVASCRIPTCORE = {
  name: 'JavaScriptCore',
  url: 'https://github.com/oven-sh/webkit',
  license: 'LGPL-2.0-or-later AND BSD-2-Clause',
};

describe('the libraries in Bun', () => {
  it('stop the build at an unknown licence', () => {
    expect(() => linkedLibraries('| [`a`](https://a.example) | Beerware |\n')).toThrow(
      'unknown licence of a in Bun, "Beerware": add it to EXPRESSIONS',
    );
  });

  it('are all on the page of the Bun that is used', async () => {
    const page = await bunLicense();
    const rows = page.split('\n').filter((line) => /^\|.*\]\(/.test(line));
    const libraries = linkedLibraries(page);
    expect(libraries).toHaveLength(rows.length + 1);
    expect(libraries).toEqual(
      expect.arrayContaining([
        JAVASCRIPTCORE,
        {name: 'tinycc', url: 'https://github.com/tinycc/tinycc', license: 'LGPL-2.1-only'},
        expect.objectContaining({name: 'libarchive', license: 'BSD-2-Clause AND BSD-3-Clause'}),
      ]),
    );
  });

  it('have the text of each licence in the notices', async () => {
    const tinycc = {name: 'tinycc', url: 'https://t.example', license: 'LGPL-2.1-only'};
    const texts = await licenseTexts([JAVASCRIPTCORE, tinycc]);
    expect(texts.map((text) => text.split('\n').slice(0, 5))).toEqual([
      ['Text of BSD-2-Clause', '', expect.stringMatching(/^Copyright/), '', expect.any(String)],
      ['Text of LGPL-2.0-or-later', '', 'GNU LIBRARY GENERAL PUBLIC LICENSE', '', 'Version 2, June 1991'],
      ['Text of LGPL-2.1-only', '', 'GNU LESSER GENERAL PUBLIC LICENSE', '', 'Version 2.1, February 1999'],
    ]);
    for (const text of texts.slice(1)) expect(text).toContain('END OF TERMS AND CONDITIONS');
  });
});
