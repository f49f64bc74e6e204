import {describe, expect, it} from '@jest/globals';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import {setFlags} from '../support/render.ts';
import '../timeout.ts';

const ALL = ['collector.enabled=true', 'sampleApp.enabled=true', 'networkPolicy.enabled=true'];
const LONGEST = `r${'x'.repeat(51)}z`;
const done = {status: 0, stderr: ''};

describe.each(helmMajors)('the names of a release under helm %i', (major) => {
  const on = (namespace: string, release: string) => {
    const inIt = [release, '--namespace', namespace];
    return {
      install: (...sets: string[]) =>
        helm(major, ['install', ...inIt, chartFolder, '--wait', '--timeout=2m', ...setFlags(sets)]),
      test: () => helm(major, ['test', ...inIt]),
      uninstall: () => helm(major, ['uninstall', ...inIt]),
    };
  };

  it.each([
    {name: 'a dot in it', release: 'web.shop', sets: [], want: 'web-shop-tracer'},
    {name: 'as many characters as Helm takes', release: LONGEST, sets: [], want: LONGEST.slice(0, 41)},
    {name: 'two hyphens where it is cut', release: `${'a'.repeat(39)}--b`, sets: [], want: 'a'.repeat(39)},
    {name: 'a name override', release: 'shop', sets: ['nameOverride=traces'], want: 'shop-traces'},
    {name: 'a full name override', release: '1shop', sets: ['fullnameOverride=traces'], want: 'traces'},
  ])('are taken by the cluster with $name, and pass the test', ({release, sets, want}) =>
    inNamespace(async (namespace) => {
      const {install, test, uninstall} = on(namespace, release);
      expect(await install(...ALL, ...sets)).toMatchObject(done);
      expect(await namesIn(namespace)).toEqual(
        expect.arrayContaining([
          `Deployment/${want}`,
          `Deployment/${want}-sample-app`,
          `NetworkPolicy/${want}-collector`,
          `PersistentVolumeClaim/data-${want}-postgresql-0`,
          `Service/${want}`,
        ]),
      );
      expect(await test()).toMatchObject({status: 0});
      expect(await uninstall()).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }),
  );

  it('are refused before anything is written when they begin with a digit', () =>
    inNamespace(async (namespace) => {
      const {status, stderr} = await on(namespace, '1shop').install();
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining(
          "invalid object names starting with 1shop-tracer: a Service's name must start with a letter; set fullnameOverride, for example fullnameOverride=tracer",
        ),
      });
      expect(await namesIn(namespace)).toEqual([]);
    }));

  it('are apart for two releases in one namespace, of which one has the backend', () =>
    inNamespace(async (namespace) => {
      const [first, second] = [on(namespace, 'tracer'), on(namespace, 'second')];
      expect(await first.install('backend.enabled=true')).toMatchObject(done);
      const {status, stderr} = await second.install('backend.enabled=true');
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining(
          `Service kinda-query in namespace ${namespace} belongs to release tracer, and there can be only one: leave backend.enabled out to read from that backend, or install into another namespace`,
        ),
      });
      expect(await second.install()).toMatchObject(done);
      expect(await first.uninstall()).toMatchObject({status: 0});
      const names = await namesIn(namespace);
      expect(names).toContain('StatefulSet/second-tracer-postgresql');
      expect(await second.uninstall()).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }));
});
