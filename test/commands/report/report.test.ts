import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {runReport} from '../../../src/commands/report/report.ts';
import type {Terminal} from '../../../src/io/write/output.ts';
import {capturedRun} from '../../captured-run.ts';
import {SKIP_NEW_RULES} from '../../shown-rules.ts';
import {ends, runCli, startCli, VERSION} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const DESCRIPTION = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {service: {name: pets}, timeouts: {request_timeout: 10}}
paths:
  /pets:
    get: {tags: [pets]}
    post: {x-apigen: {timeouts: {request_timeout: 60}}}
    pots: {}
`;

const CONFIG = `apis:
  pets@v1: {root: openapi.yaml}
  events: {root: events.yaml}
decorators: {apigen/service-profile: {timeouts.request_timeout: 5}}
plugins: ['@apigen/cli/redocly']
`;

const LOG = [
  {method: 'GET', resource: '/pets', took: 80},
  {method: 'GET', resource: '/pets', took: 10_050},
  {method: 'GET', resource: '/healthz', took: 1},
]
  .map((entry) => `${JSON.stringify(entry)}\n`)
  .join('');

const folder = folderWith({
  'openapi.yaml': DESCRIPTION,
  'wrong.yaml': DESCRIPTION.replace('60', 'soon'),
  'markup.yaml': DESCRIPTION.replace('[pets]', () => '["</script><!--", "$&{data}"]'),
  'events.yaml': 'asyncapi: 3.0.0\n',
  'redocly.yaml': CONFIG,
  'wrong-option.yaml': CONFIG.replace('request_timeout: 5', 'request_timeout: soon'),
  'access.log': LOG,
  'again.log': LOG,
  'empty.log': '',
  'other-host.log': 'GET https://example.net/pets\n',
  'opener/empty': '',
  'off.yaml': 'apis: {events: {root: events.yaml}}\n',
});

const run = (args: string, ...more: readonly string[]) =>
  runCli(['report', ...args.split(' ').filter(Boolean), ...more], {cwd: folder});

/** The data of a page. */
function dataOf(page: string): unknown {
  const [, data = ''] = /<script id="data" type="application\/json">(.*)<\/script>/.exec(page) ?? [];
  return JSON.parse(data);
}

const ROUTE = {
  method: 'GET',
  path: '/pets',
  expression: '/pets',
  template: '/pets',
  tags: ['pets'],
  place: 'openapi.yaml:6',
};
const PETS = {
  title: 'Pets',
  version: '1',
  source: 'openapi.yaml',
  service: 'pets.default',
  target: 'service-profile',
  kind: 'ServiceProfile',
  hostnames: [],
  base: '/',
  routes: [
    {...ROUTE, timeout: 10, isChanged: false, values: [0, 1, 2], problems: [0]},
    {
      ...ROUTE,
      method: 'POST',
      tags: [],
      place: 'openapi.yaml:7',
      timeout: 60,
      isChanged: true,
      values: [3, 1, 2],
      problems: [0],
    },
  ],
  matches: [
    {route: 0, type: 'RegularExpression', value: '/pets'},
    {route: 1, type: 'RegularExpression', value: '/pets'},
  ],
  values: [
    {key: 'timeouts.request_timeout', text: '10s', from: 'root openapi.yaml:3'},
    {key: 'retryable', text: 'false', from: 'default'},
    {key: 'retry.attempts', text: '1', from: 'default'},
    {key: 'timeouts.request_timeout', text: '60s', from: 'operation openapi.yaml:7'},
  ],
  problems: [
    {
      severity: 'warning',
      code: 'path-item-key',
      message: 'unknown key "pots" of a path item',
      hint: 'did you mean `post`?',
      place: 'openapi.yaml:8:5',
      page: 'https://unpkg.com/@apigen/cli/docs/rules/path-item-key.md',
    },
  ],
};

const WRITTEN = {date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), version: VERSION};

test('prints a page, the same each time', async () => {
  const page = () => run('-i openapi.yaml', ...SKIP_NEW_RULES);
  const [first, second] = [await page(), await page()];
  expect({status: first.status, stderr: first.stderr, same: first.stdout === second.stdout}).toEqual({
    status: 0,
    stderr: '',
    same: true,
  });
  expect(dataOf(first.stdout)).toEqual({...WRITTEN, apis: [PETS]});
});

test('has the requests of logs', async () => {
  const {stdout, ...others} = await run(
    '-i openapi.yaml --log access.log --log again.log --log-fields path=resource,duration=took:ms',
  );
  expect(others).toEqual({
    status: 0,
    stderr: 'note: no route matches 2 of 6 requests\n    `apigen routes match --log` lists them\n',
  });
  const routes = [
    {method: 'GET', traffic: {requests: 4, cut: 2, p50: 80, p99: 10_100, isOver: true}},
    {method: 'POST', traffic: {requests: 0, cut: 0, isOver: false}},
  ];
  const unmatched = [{shape: 'GET /healthz', count: 2}];
  expect(dataOf(stdout)).toMatchObject({apis: [{routes}], undescribed: 2, unmatched});
});

test('is not printed to a terminal', async () => {
  const request = {version: '1.2.3', root: '', in: ['openapi.yaml']};
  const onTerminal = (terminal: Terminal) => runReport(request, {...terminal, columns: 80});
  expect(await capturedRun(folder, onTerminal)).toEqual(
    ends(
      2,
      'error: the page is HTML, which a terminal does not show\n    write it to a file: `-o routes.html`\n',
    ),
  );
});

test('writes the page of several descriptions', async () => {
  expect(await run('-i openap*.yaml -i markup.yaml -o routes.html')).toEqual(ends(0, ''));
  const page = readFileSync(path.join(folder, 'routes.html'), 'utf8');
  const markup = {source: 'markup.yaml', routes: [{tags: ['</script><!--', '$&{data}']}, {}]};
  expect(dataOf(page)).toMatchObject({apis: [{source: 'openapi.yaml'}, markup]});
  expect(page.match(/<\/script>/g)).toHaveLength(2);
});

test('writes the page of a project', async () => {
  const {stdout, ...others} = await run('--config redocly.yaml');
  expect(others).toEqual({
    status: 0,
    stderr: 'apigen: events: skipped: not an OpenAPI description but `asyncapi`\n',
  });
  expect(dataOf(stdout)).toMatchObject({apis: [{title: 'Pets', source: 'pets@v1'}]});
});

test('opens the page, and says where nothing can', async () => {
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(
      path.join(folder, 'opener', name),
      '#!/bin/sh\necho "$1" >> opened\nexit "${APIGEN_END:-0}"\n',
    );
    chmodSync(path.join(folder, 'opener', name), 0o755);
  }
  const PATH = path.join(folder, 'opener');
  const open = (env: Readonly<Record<string, string>>) =>
    startCli(['report', 'openapi.yaml', '-o', 'a b.html', '--open'], {cwd: folder, env});
  const [program] = process.platform === 'darwin' ? ['open'] : ['xdg-open'];
  const failed = ends(0, `warning: ${program} cannot open a b.html\n    open it in a browser\n`);
  expect(await open({PATH})).toEqual(ends(0, ''));
  expect(await open({PATH, APIGEN_END: '3'})).toEqual(failed);
  expect(await open({PATH: path.join(folder, 'none')})).toEqual(failed);
  expect(readFileSync(path.join(folder, 'opened'), 'utf8')).toBe(
    `${path.join(folder, 'a b.html')}\n`.repeat(2),
  );
});

testTranscript(path.join(import.meta.dirname, 'wrong-use.txt'), () => folder);

test('writes no page then', () => {
  expect(existsSync(path.join(folder, 'none.html'))).toBe(false);
});
