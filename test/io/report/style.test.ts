import {expect, test} from '@jest/globals';
import {styledDiff} from '../../../src/io/report/style.ts';

test('a diff has the colours of its lines', () => {
  const diff = '===\n--- a.yaml\n+++ a.yaml (generated)\n@@ -1,3 +1,3 @@\n ---\n----\n+a\n';
  expect(styledDiff(diff, (part, text) => `<${part}>${text}</>`)).toBe(`===
<heading>--- a.yaml</>
<heading>+++ a.yaml (generated)</>
<hunk>@@ -1,3 +1,3 @@</>
 ---
<removed>----</>
<added>+a</>
`);
});
