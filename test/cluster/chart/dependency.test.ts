import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import '../timeout.ts';

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
`;

describe.each(helmMajors)('the chart as a dependency under helm %i', (major) => {
  const parent = path.join(mkdtempSync(path.join(clusterAccess().folder, 'parent-')), 'shop');
  const off = '--set=tracer.enabled=false';
  const objects = async (...args: string[]) => {
    const {status, stdout, stderr} = await helm(major, ['template', 'shop', parent, ...args]);
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    return [...stdout.matchAll(/^kind: (.*)\nmetadata:\n {2}name: (.*)$/gm)].map(
      ([, kind, name]) => `${kind}/${name}`,
    );
  };
  beforeAll(async () => {
    mkdirSync(path.join(parent, 'templates'), {recursive: true});
    writeFileSync(path.join(parent, 'Chart.yaml'), PARENT);
    writeFileSync(path.join(parent, 'values.yaml'), VALUES);
    expect(await helm(major, ['dependency', 'update', parent])).toMatchObject({status: 0});
  });

  it.each([[], [off], ['--set=global=null'], ['--set=tracer.server.telemetry.dataStore=kindA']])(
    'passes the strict lint with %s',
    async (...args) => {
      const {status, stdout} = await helm(major, ['lint', '--strict', parent, ...args]);
      expect({status, stdout}).toEqual({status: 0, stdout: expect.stringContaining('0 chart(s) failed')});
    },
  );

  it('is rendered if its condition is true, with images of the global registry', async () => {
    expect(await objects()).toContain('Deployment/shop-tracer-collector');
    const {stdout} = await helm(major, ['template', 'shop', parent]);
    const images = [...stdout.matchAll(/image: (.*)/g)].map(([, image]) => image);
    expect(images.filter((image) => !image?.startsWith('registry.example.com/'))).toEqual([]);
    expect(await objects(off)).toEqual([]);
  });

  it('still refuses a key that it does not know', async () => {
    const {status, stderr} = await helm(major, ['template', 'shop', parent, '--set=tracer.enable=true']);
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringContaining("tracer:\n- at '': additional properties 'enable' not allowed"),
    });
  });

  it('installs, passes its test and goes without a trace', () =>
    inNamespace(async (namespace) => {
      const inIt = ['shop', '--namespace', namespace];
      const silent = {status: 0, stderr: ''};
      expect(await helm(major, ['install', ...inIt, parent, '--wait', '--timeout=2m'])).toMatchObject(silent);
      expect(await namesIn(namespace)).toContain('StatefulSet/shop-tracer-postgresql');
      expect(await helm(major, ['test', ...inIt])).toMatchObject({status: 0});
      expect(await helm(major, ['uninstall', ...inIt])).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('goes when it is switched off, its volume and password with it', () =>
    inNamespace(async (namespace) => {
      const run = (...args: string[]) =>
        helm(major, [...args, 'shop', parent, '--namespace', namespace, '--wait', '--timeout=2m']);
      expect(await run('install')).toMatchObject({status: 0});
      expect(await run('upgrade', off)).toMatchObject({status: 0});
      expect((await helm(major, ['uninstall', 'shop', '--namespace', namespace])).status).toBe(0);
      expect(await leftIn(namespace)).toEqual([]);
    }));
});
