import {mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

const DESCRIPTION =
  'openapi: 3.1.0 # the version\n\ninfo: {title: "Pets", version: "1"}\npaths: {/pets: {get: {}}}\n';
const WRITTEN = DESCRIPTION.replace('version\n', 'version\nx-apigen:\n  service:\n    name: shop\n');
const DIFF = `===================================================================
--- openapi.yaml
+++ openapi.yaml (generated)
@@ -1,4 +1,7 @@
 openapi: 3.1.0 # the version
+x-apigen:
+  service:
+    name: shop
 
 info: {title: "Pets", version: "1"}
 paths: {/pets: {get: {}}}
`;

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-init-')));
  writeFileSync(path.join(folder, 'openapi.yaml'), DESCRIPTION);
});
afterEach(() => rmSync(folder, {recursive: true}));

const init = (...args: string[]) => startCli(['init', '-i', 'openapi.yaml', ...args], {cwd: folder});
const written = () => readFileSync(path.join(folder, 'openapi.yaml'), 'utf8');

describe('apigen init', () => {
  test('shows the difference, writes it with --yes, and changes nothing the second time', async () => {
    const hint = 'apigen: nothing written; to write it, run the same command with `--yes`\n';
    expect(await init('--service.name', 'shop')).toEqual({status: 1, stdout: DIFF, stderr: hint});
    expect(written()).toBe(DESCRIPTION);
    expect(await init('--service.name', 'shop', '--yes')).toEqual({status: 0, stdout: DIFF, stderr: ''});
    expect(written()).toBe(WRITTEN);
    const nothing = {status: 0, stdout: '', stderr: 'apigen: openapi.yaml: nothing to change\n'};
    expect(await init('--service.name', 'shop', '--yes')).toEqual(nothing);
    expect(written()).toBe(WRITTEN);
  });

  test('does not change a value', async () => {
    writeFileSync(path.join(folder, 'openapi.yaml'), WRITTEN);
    expect(await init('--service.name', 'other', '--yes')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'openapi.yaml:4:11  already set to "shop"\n    edit it, or remove the flag\n',
    });
    expect(written()).toBe(WRITTEN);
  });

  test('changes no line of a description that is read with other indentation', async () => {
    const text = 'info: {title: a, version: "1"}\nx-example: {\n  a: 1\n}\nopenapi: 3.1.0\npaths: {}\n';
    writeFileSync(path.join(folder, 'openapi.yaml'), text);
    expect(await init('--service.name', 'shop', '--yes')).toMatchObject({status: 0});
    expect(written()).toBe(text.replace('3.1.0\n', '3.1.0\nx-apigen:\n  service:\n    name: shop\n'));
  });

  test('needs a setting', async () => {
    const stderr = 'no setting is given\n    for example `--service.name petstore`\n';
    expect(await init('--yes')).toEqual({status: 2, stdout: '', stderr});
  });
});
