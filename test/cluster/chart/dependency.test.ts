import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {leftIn, namesIn} from '../support/objects.ts';

const PARENT = `apiVersion: v2
name: shop
version: 1.0.0
dependencies:
  - {name: tracer, version: ">=0.1.0", repository: "file://${chartFolder}", condition: tracer.enabled}
`;
/** Values of a parent chart: the condition of the dependency, and global values. */
const VALUES = `global: {region: eu, imageRegistry: registry.example.com}
tracer:
  enabled: true
  collector: {enabled: true}
  postgresql: {auth: {password: known}}
`;
const OFF = '--set=tracer.enabled=false';

describe.each(helmMajors)('the chart as a dependency under helm %i', (major) => {
  const parent = path.join(mkdtempSync(path.join(clusterAccess().folder, 'parent-')), 'shop');
  const template = (...args: string[]) => helm(major, ['template', 'shop', parent, ...args]);
  beforeAll(async () => {
    mkdirSync(path.join(parent, 'templates'), {recursive: true});
    writeFileSync(path.join(parent, 'Chart.yaml'), PARENT);
    writeFileSync(path.join(parent, 'values.yaml'), VALUES);
    expect(await helm(major, ['dependency', 'update', parent])).toMatchObject({status: 0});
  });

  it('passes the strict lint, and is rendered if its condition is true, with images of the global registry', async () => {
    expect(await helm(major, ['lint', '--strict', parent, '--set=global=null'])).toMatchObject({status: 0});
    const {stdout} = await template();
    expect(stdout).toContain('name: shop-tracer-collector\n');
    const images = [...stdout.matchAll(/image: (.*)/g)].map(([, image]) => image);
    expect(images.filter((image) => !image?.startsWith('registry.example.com/'))).toEqual([]);
    expect(await template(OFF)).toMatchObject({status: 0, stdout: expect.not.stringContaining('kind:')});
    const unknown = "tracer:\n- at '': additional properties 'enable' not allowed";
    expect((await template('--set=tracer.enable=true')).stderr).toContain(unknown);
  });

  it('installs, passes its test, and goes without a trace when it is switched off', () =>
    inNamespace(async (namespace) => {
      const run = (command: string, ...args: string[]) =>
        helm(major, [command, 'shop', ...args, '--namespace', namespace]);
      const wait = [parent, '--wait', '--timeout=2m'];
      expect(await run('install', ...wait)).toMatchObject({status: 0, stderr: ''});
      expect(await namesIn(namespace)).toContain('StatefulSet/shop-tracer-postgresql');
      expect(await run('test')).toMatchObject({status: 0});
      expect(await run('upgrade', ...wait, OFF)).toMatchObject({status: 0});
      expect(await run('uninstall')).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }));
});
