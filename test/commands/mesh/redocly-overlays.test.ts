import path from 'node:path';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const ok = '{responses: {"200": {description: ok}}}';
const CONFIG = `plugins: ["@apigen/cli/redocly"]
extends: [apigen/recommended]
decorators: {apigen/service-profile: {mesh: linkerd}}
`;
const config = (more: string) => `${CONFIG}${more}\n`;
const forApi = (overlays: string) => config(`apis: {a: {root: api.yaml, overlays: ${overlays}}}`);
const withTimeout = (seconds: number, target = '/a') => `overlay: 1.0.0
actions: [{target: "$.paths['${target}'].get", update: {x-apigen: {timeouts: {request: ${seconds}s}}}}]
`;

const FILES = {
  'api.yaml': `openapi: 3.1.0
x-apigen: {service: {name: a}}
paths:
  /a: {get: ${ok}}
  /admin: {get: ${ok}}
`,
  'other.yaml': `openapi: 3.1.0
x-apigen: {service: {name: other}}
paths: {/other: {$ref: paths/other.yaml}}
`,
  'paths/other.yaml': `get: ${ok}\n`,
  'circle.yaml': `openapi: 3.1.0
x-apigen: {service: {name: circle}}
paths: {/a: {$ref: "#/paths/~1b"}, /b: {$ref: "#/paths/~1a"}}
`,
  'comments.json': `{
  // Redocly takes this comment for a part of the key.
  "openapi": "3.1.0",
  "x-apigen": {"service": {"name": "comments"}},
  "paths": {"/a": {"get": {}}, /* and this one */ "/admin": {"get": {}}}
}
`,
  'unknown-version.yaml': 'openapi: 4.0.0\npaths: {}\n',
  'o.yaml': 'overlay: 1.0.0\nactions: [{target: "$.paths[\'/admin\']", remove: true}]\n',
  'five.yaml': withTimeout(5),
  'overlays/six.yaml': withTimeout(6),
  'misspelled.yaml': withTimeout(5).replace('timeouts', 'timeout'),
  'nothing.yaml': withTimeout(5, '/b'),
  'referred.yaml': withTimeout(7, '/other'),
  'redocly.yaml': forApi('[o.yaml]'),
  'ordered.yaml': forApi('[overlays/six.yaml, o.yaml, five.yaml]'),
  'decorator.yaml': forApi('[o.yaml, five.yaml]').replace('{mesh', '{overlays: [overlays/six.yaml], mesh'),
  'root.yaml': config(
    'overlays: [o.yaml]\napis: {a: {root: api.yaml}, other: {root: other.yaml, overlays: [referred.yaml]}}',
  ),
  'shared.yaml': config('overlays: [o.yaml]\napis: {a: {root: api.yaml}, other: {root: other.yaml}}'),
  'misspelled-setting.yaml': forApi('[o.yaml, misspelled.yaml]'),
  'matches-nothing.yaml': forApi('[o.yaml, nothing.yaml]'),
  'no-such-file.yaml': forApi('[nope.yaml]'),
  'not-an-overlay.yaml': forApi('[api.yaml]'),
  'not-a-list.yaml': forApi('o.yaml'),
  'not-strings.yaml': forApi('[5]'),
  'misspelled-key.yaml': forApi('[o.yaml]').replace('overlays', 'Overlay'),
  'remote.yaml': forApi('["http://127.0.0.1:1/o.yaml"]'),
  'replaces.yaml': forApi('[o.yaml]').replace('{mesh', '{output: o.yaml, mesh'),
  'comments.yaml': config('apis: {comments: {root: comments.json, overlays: [five.yaml, o.yaml]}}'),
  'version.yaml': config('apis: {version: {root: unknown-version.yaml, overlays: [five.yaml]}}'),
  'circular.yaml': config('apis: {circle: {root: circle.yaml, overlays: [o.yaml]}}'),
};

const folder = folderWith(FILES);

testTranscript(path.join(import.meta.dirname, 'redocly-overlays.txt'), () => folder);
