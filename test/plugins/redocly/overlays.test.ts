import {cpSync, existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {bundle, createConfig} from '@redocly/openapi-core';
import apigenPlugin from '../../../plugins/redocly/index.ts';
import {goldenCases} from '../../golden-cases.ts';
import {configOf} from '../../golden-config.ts';
import {folderWith} from '../../temporary-folder.ts';

const cases = goldenCases().filter(({redoclyOverlays}) => redoclyOverlays.length > 0);

/** Bundles a case with its overlays, as `redocly bundle` does, or without them, as other commands do. */
async function bundled(golden: (typeof cases)[number], isApplied = true) {
  const folder = folderWith();
  cpSync(golden.folder, path.join(folder, golden.name), {recursive: true});
  const {apis} = configOf([golden], true);
  const raw = {plugins: [apigenPlugin()], extends: ['apigen/recommended'], apis};
  const all = await createConfig(raw, {configPath: path.join(folder, 'redocly.yaml')});
  const config = all.forAlias(golden.name);
  const named = config.resolvedConfig.overlays?.map((file) => path.join(folder, file)) ?? [];
  const overlays = isApplied ? named : [];
  const {problems} = await bundle({ref: path.join(folder, apis[golden.name]?.root ?? ''), config, overlays});
  const texts = problems.map(({message}) => message.replace(/^.*?([^/]*:\d+:\d+: )/, '$1'));
  const output = path.join(folder, 'profiles', `${golden.name}.yaml`);
  return {texts, output: existsSync(output) ? readFileSync(output, 'utf8') : undefined};
}

const right = cases.filter(({want}) => want?.status === 0);

test.each(right)('$name: the bytes of `apigen mesh`', async (golden) => {
  expect(await bundled(golden)).toEqual({texts: [], output: golden.want?.stdout});
});

test.each(right)('$name: nothing is written by commands that do not apply overlays', async (golden) => {
  expect(await bundled(golden, false)).toEqual({texts: [], output: undefined});
});

test('problems of what an overlay sets are at their lines in it', async () => {
  const [wrong] = cases.filter(({want}) => want?.status === 1);
  expect(wrong && (await bundled(wrong)).texts).toEqual([
    'public.overlay.yaml:7:73: invalid `retryable` 1: expected true or false; for example `retryable: true`',
    'invalid `timeouts.request` 5: expected a duration such as "500ms" or "1m30s", of at most 9223372036s; write `request: 5s`',
    'unknown setting "retriable"; did you mean `retryable`?',
    'public.overlay.yaml:6:18: unknown setting "timeout"; did you mean `timeouts`?',
    'public.overlay.yaml:9:49: unresolved `$ref` "returns.yaml": no such file; check the path; it is relative to the file that holds the `$ref`',
    expect.stringContaining("Can't resolve $ref: ENOENT"),
  ]);
});
