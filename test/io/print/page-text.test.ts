import {expect, it} from '@jest/globals';
import {pageText} from '../../../src/io/print/page-text.ts';

const PAGE = `# server-path

| | |
| --- | --- |
| Spectral | \`apigen-server-path\` |

## Why

A paragraph [with a link](other.md) that
is **wrapped** again.

- One item that is longer than a line.
- Another.

\`\`\`yaml openapi
paths:

  /pets: {get: {}} # a line of code is never wrapped
\`\`\`

\`\`\`text
1:1  a message of this page is wrapped
\`\`\`
`;

it('prints a page within the width of a terminal', () => {
  expect(pageText(PAGE, 32, (part, text) => `<${part}>${text}`)).toBe(`<heading>server-path

Spectral: \`apigen-server-path\`

<heading>Why

A paragraph with a link that
is wrapped again.

- One item that is longer than
  a line.
- Another.

    paths:

      /pets: {get: {}} # a line of code is never wrapped

    1:1 a message of this
      page is wrapped
`);
});
