import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {meshRun} from '../commands/mesh/mesh-run.ts';
import {folderWith} from '../temporary-folder.ts';

test('a large YAML description gives the same as a small one, and the places of its problems', async () => {
  const folder = folderWith();
  // From 1 MB on, what routes do not need is left out before the text is parsed.
  const text = (count: number) => `openapi: 3.1.0
info: {title: Ünïcödé}
paths:
  /shared: {$ref: '#/components/pathItems/Shared'}
  /a/{x}: {get: {}}
  /a/{y}: {get: {}}
${Array.from({length: count}, (_, index) => `  /item${index}:\n    get: {responses: {'200': {description: ${'long '.repeat(200)}}}}\n`).join('')}
  /last:
    get: {}
    gett: {}
components:
  pathItems:
    Shared:
      get:
        x-apigen: {timeouts: {request_timeout: 7}}
`;
  for (const count of [1, 1000]) {
    const file = path.join(folder, `${count}.yaml`);
    writeFileSync(file, text(count));
    const {status, stdout, stderr} = await meshRun({in: [file]}, folder);
    expect(status).toBe(0);
    expect(stdout.match(/pathRegex/g)).toHaveLength(count + 4);
    expect(stdout).toContain('    name: GET /shared\n      timeout: 7s\n');
    const line = 9 + 2 * count;
    expect(stderr).toBe(
      `${count}.yaml:6:3  warning  ambiguous-paths: paths "/a/{x}" and "/a/{y}" match the same requests\n` +
        '    merge them into one path\n' +
        `${count}.yaml:${line + 1}:5  warning  path-item-key: unknown key "gett" of a path item\n    did you mean \`get\`?\n2 warnings in 1 description\n`,
    );
  }
});
