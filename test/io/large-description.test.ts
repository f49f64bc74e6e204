import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {meshRun} from './mesh-run.ts';

/** A schema of some two kilobytes, as most of a large description is. */
const schema = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({length: 20}, (_, index) => [
      `property${index}`,
      {type: 'string', description: 'x'.repeat(60)},
    ]),
  ),
};
const operation = {responses: {200: {description: 'fine', content: {'application/json': {schema}}}}};

test('a description of 13 MB gives all its routes, and the place of a wrong setting', async () => {
  const paths = Object.fromEntries(
    Array.from({length: 3500}, (_, index) => [
      `/group${index % 70}/{id}/item${index}`,
      {get: operation, put: operation},
    ]),
  );
  const last = {get: {...operation, 'x-apigen': {timeout: 5}}};
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'apigen-large-')), 'openapi.json');
  const text = JSON.stringify({openapi: '3.1.0', info: {title: 'Large'}, paths: {...paths, '/last': last}});
  expect(text.length).toBeGreaterThan(13_000_000);
  writeFileSync(file, text);

  const {status, stdout, stderr} = await meshRun({in: [file]}, path.dirname(file));
  expect(status).toBe(0);
  expect(stdout.match(/pathRegex/g)).toHaveLength(7001);
  const size = 'ServiceProfile "petstore.default.svc.cluster.local" has 728811 bytes as JSON';
  expect(stderr).toBe(
    `openapi.json:1:${text.indexOf('"paths"') + 1}  note: ${size}: \`kubectl apply\` refuses more than 262144\n    run \`kubectl apply --server-side\`\nopenapi.json:1:${text.lastIndexOf('"timeout"') + 1}  warning: unknown setting "timeout"\n    did you mean \`timeouts\`?\n`,
  );
});

const TOO_LARGE = `20000.yaml:3:1  note: ServiceProfile "petstore.default.svc.cluster.local" has 1578268 bytes as JSON: etcd refuses more than 1572864
    split the description, or exclude paths with \`x-apigen: {disabled: true}\`
`;

test('a large YAML description gives the same as a small one, and the places of its problems', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-large-'));
  const text = (count: number) => `openapi: 3.1.0
info: {title: Ünïcödé}
paths:
  /shared: {$ref: '#/components/pathItems/Shared'}
  /a/{x}: {get: {}}
  /a/{y}: {get: {}}
${Array.from({length: count}, (_, index) => `  /item${index}:\n    get: {responses: {'200': {description: OK}}}\n`).join('')}
  /last:
    get:
      x-apigen: {timeout: 5}
components:
  pathItems:
    Shared:
      get:
        x-apigen: {timeouts: {request_timeout: 7}}
`;
  for (const count of [1, 20_000]) {
    const file = path.join(folder, `${count}.yaml`);
    writeFileSync(file, text(count));
    const {status, stdout, stderr} = await meshRun({in: [file]}, folder);
    expect(status).toBe(0);
    expect(stdout.match(/pathRegex/g)).toHaveLength(count + 4);
    expect(stdout).toContain('    name: GET /shared\n      timeout: 7s\n');
    const line = 9 + 2 * count;
    const note = count === 1 ? '' : TOO_LARGE;
    expect(stderr).toBe(
      note +
        `${count}.yaml:6:3  warning: paths "/a/{x}" and "/a/{y}" match the same requests\n` +
        '    merge them into one path\n' +
        `${count}.yaml:${line + 1}:18  warning: unknown setting "timeout"\n    did you mean \`timeouts\`?\n`,
    );
  }
});
