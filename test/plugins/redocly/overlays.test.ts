import {cpSync, existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {bundle, createConfig, Source} from '@redocly/openapi-core';
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
    'public.overlay.yaml:8:14: `target` "$.paths[\'/carts\'].get" matches nothing in the description; correct the JSONPath (a `$ref` is not followed), or remove the action',
    'public.overlay.yaml:7:73: invalid `retryable` 1: expected true or false; for example `retryable: true`',
    'invalid `timeouts.request` 5: expected a duration such as "500ms" or "1m30s", of at most 9223372036s; write `request: 5s`',
    'unknown setting "retriable"; did you mean `retryable`?',
    'public.overlay.yaml:6:18: unknown setting "timeout"; did you mean `timeouts`?',
    'public.overlay.yaml:9:49: unresolved `$ref` "returns.yaml": no such file; check the path; it is relative to the file that holds the `$ref`',
    expect.stringContaining("Can't resolve $ref: ENOENT"),
  ]);
});

/** What `redocly bundle` says of an API with these actions in the overlay of one API or of two, and whether a profile is written. */
async function bundledWith(preset: string, actions: readonly object[], apis: readonly string[]) {
  const get = {responses: {200: {description: 'ok', content: {json: {schema: {$ref: 'string.json'}}}}}};
  const folder = folderWith({
    'openapi.json': JSON.stringify({
      ...{openapi: '3.1.0', 'x-apigen': {mesh: 'linkerd', service: {name: 'a'}}},
      paths: {'/a': {$ref: 'a.json'}, '/admin': {get: {}}},
    }),
    'a.json': JSON.stringify({get}),
    'string.json': '{"type": "string"}',
    'o.json': JSON.stringify({overlay: '1.1.0', actions}, null, 1),
  });
  const api = {root: 'openapi.json', overlays: ['o.json']};
  const content = {apis: Object.fromEntries(apis.map((name) => [name, api]))};
  const raw = {plugins: [apigenPlugin()], extends: [`apigen/${preset}`], ...content};
  const document = {source: new Source(path.join(folder, 'redocly.yaml'), ''), parsed: content};
  const all = await createConfig(raw, {configPath: path.join(folder, 'redocly.yaml')});
  Object.assign(all, {document});
  const config = all.forAlias('a');
  const overlays = [path.join(folder, 'o.json')];
  const {problems} = await bundle({ref: path.join(folder, 'openapi.json'), config, overlays});
  const texts = problems.map(
    ({severity, message}) => `${severity} ${message.replace(/^.*\/o\.json/, 'o.json')}`,
  );
  return [...texts, existsSync(path.join(folder, 'a.service-profile.yaml')) ? 'written' : 'not written'];
}

const misspelled = {target: "$.paths['/admn']", remove: true};
const NOTHING =
  'o.json:5:14: `target` "$.paths[\'/admn\']" matches nothing in the description; did you mean `/admin`?';
const MERGED = [
  "error Cannot apply number to object at $['paths']['/a']['get'].",
  'error o.json:7:12: cannot merge a single value into a map of the description; remove the value of the description by an action before this one, or correct the overlay',
  'not written',
];
const component = {target: '$.components.schemas.string', remove: true};
const merged = {target: "$.paths['/a']", update: {get: 5}};
const updated = {target: "$.paths['/a'].get", update: {'x-apigen': {retryable: true}}};

test.each<[string, string, object[], string[], string[]]>([
  ['recommended', 'a target that matches nothing', [misspelled], ['a'], [`warn ${NOTHING}`, 'written']],
  ['strict', 'a target that matches nothing', [misspelled], ['a'], [`error ${NOTHING}`, 'not written']],
  ['strict', 'one that another API may have', [misspelled], ['a', 'b'], ['written']],
  ['strict', 'what is in another file', [updated, component], ['a'], ["error Can't resolve $ref", 'written']],
  ['recommended', 'an update that does not fit', [merged], ['a'], MERGED],
])('%s: %s', async (preset, _name, actions, apis, want) => {
  expect(await bundledWith(preset, actions, apis)).toEqual(want);
});
