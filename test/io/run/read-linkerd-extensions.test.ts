import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, test} from '@jest/globals';
import {parse} from 'yaml';
import {readApis} from '../../../src/io/run/generate/read-apis.ts';
import type {RunRequest} from '../../../src/io/run/load/load-description.ts';
import {meshRun} from '../../commands/mesh/mesh-run.ts';
import {folderWith} from '../../temporary-folder.ts';

const folder = folderWith();
beforeAll(() => {
  mkdirSync(path.join(folder, 'services'));
  const description = (name: string, timeout: string) =>
    `openapi: 3.1.0\nx-apigen: {service: {name: ${name}}}\npaths: {/${name}: {get: {x-linkerd-timeout: ${timeout}}}}\n`;
  writeFileSync(path.join(folder, 'services/a.yaml'), description('a', '10s'));
  writeFileSync(path.join(folder, 'services/b.yaml'), description('b', '20s'));
  const options = {output: 'mesh/{api}.yaml', readLinkerdExtensions: true};
  const apis = {a: {root: 'services/a.yaml'}, b: {root: 'services/b.yaml'}};
  const config = {apis, decorators: {'apigen/service-profile': options}};
  writeFileSync(path.join(folder, 'redocly.yaml'), JSON.stringify(config));
});

const inFolder = (name: string) => path.join(folder, name);
const both = () => ['services/a.yaml', 'services/b.yaml'].map(inFolder);
const SETTINGS = {'service.name': 'petstore'};

/** The timeouts of all routes in some objects. */
function timeoutsIn(texts: readonly string[]): unknown[] {
  return texts.flatMap((text) => parse(text).spec.routes.map((route: {timeout?: string}) => route.timeout));
}

async function written(request: RunRequest, files: readonly string[]): Promise<unknown[]> {
  expect(await meshRun({settings: {}, ...request}, folder)).toMatchObject({status: 0});
  return timeoutsIn(files.map((file) => readFileSync(inFolder(file), 'utf8')));
}

async function shown(request: RunRequest): Promise<unknown[]> {
  const {apis} = await readApis(request, {folder, out: String, error: String});
  return apis.flatMap(({routes}) =>
    routes.map(({values}) => {
      const value = values.find(({key}) => key === 'timeouts.request_timeout')?.value;
      return value === undefined ? undefined : `${value}s`;
    }),
  );
}

const flag = {readLinkerdExtensions: true};
const merged = () => ({...flag, in: both(), merge: true, settings: SETTINGS});

/** The golden cases show the flag, and a run without it; here are all ways to the descriptions. */
test.each([
  {name: 'mesh --merge', run: async () => timeoutsIn([(await meshRun(merged(), folder)).stdout])},
  {
    name: 'mesh with a pattern',
    run: () =>
      written({...flag, in: [inFolder('services/*.yaml')], out: inFolder('many')}, [
        'many/a.yaml',
        'many/b.yaml',
      ]),
  },
  {
    name: 'mesh --config',
    run: () => written({config: inFolder('redocly.yaml')}, ['mesh/a.yaml', 'mesh/b.yaml']),
  },
  {name: 'routes --merge', run: () => shown(merged())},
  {name: 'routes with a pattern', run: () => shown({...flag, in: [inFolder('services/*.yaml')]})},
  {name: 'routes --config', run: () => shown({config: inFolder('redocly.yaml')})},
])('read-linkerd-extensions with $name', async ({run}) => {
  expect(await run()).toEqual(['10s', '20s']);
});
