import {expect, test} from '@jest/globals';
import {printDiff} from '../../../src/io/report/style.ts';

test('a diff has the colours of its lines', () => {
  const diff = '===\n--- a.yaml\n+++ a.yaml (generated)\n@@ -1,3 +1,3 @@\n ---\n----\n+a\n';
  let printed = '';
  const out = (text: string) => {
    printed += text;
  };
  printDiff({out, style: (part, text) => `<${part}>${text}</>`}, diff);
  expect(printed).toBe(`===
<heading>--- a.yaml</>
<heading>+++ a.yaml (generated)</>
<hunk>@@ -1,3 +1,3 @@</>
 ---
<removed>----</>
<added>+a</>
`);
});
