import {describe, expect, it} from '@jest/globals';
import {helmMajors, inNamespace} from '../support/clients.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import {releaseIn} from './release.ts';

const LONGEST = `r${'x'.repeat(51)}z`;

describe.each(helmMajors)('the names of a release under helm %i', (major) => {
  const on = (namespace: string, release: string) => releaseIn(major, namespace, release);

  it.each([
    {name: 'a dot in it', release: 'web.shop', set: '', want: 'web-shop-tracer'},
    {name: 'as many characters as Helm takes', release: LONGEST, set: '', want: LONGEST.slice(0, 41)},
    {name: 'two hyphens where it is cut', release: `${'a'.repeat(39)}--b`, set: '', want: 'a'.repeat(39)},
    {name: 'a name override', release: 'shop', set: 'nameOverride=traces', want: 'shop-traces'},
    {name: 'a full name override', release: '1shop', set: 'fullnameOverride=traces', want: 'traces'},
  ])('are taken by the cluster with $name, and pass the test', ({release, set, want}) =>
    inNamespace(async (namespace) => {
      const {install, test} = on(namespace, release);
      expect(await install('collector.enabled=true', 'sampleApp.enabled=true', set)).toBe('');
      const names = [`Deployment/${want}-sample-app`, `PersistentVolumeClaim/data-${want}-postgresql-0`];
      expect(await namesIn(namespace)).toEqual(expect.arrayContaining(names));
      expect(await test()).toMatchObject({status: 0});
    }),
  );

  it('are refused before anything is written when they begin with a digit', () =>
    inNamespace(async (namespace) => {
      expect(await on(namespace, '1shop').install()).toBe(
        "invalid object names starting with 1shop-tracer: a Service's name must start with a letter; set fullnameOverride, for example fullnameOverride=tracer",
      );
      expect(await namesIn(namespace)).toEqual([]);
    }));

  it('are apart for two releases in one namespace, of which one has the backend', () =>
    inNamespace(async (namespace) => {
      const [first, second] = [on(namespace, 'tracer'), on(namespace, 'second')];
      expect(await first.install('backend.enabled=true')).toBe('');
      expect(await second.install('backend.enabled=true')).toBe(
        `Service kinda-query in namespace ${namespace} belongs to release tracer, and there can be only one: leave backend.enabled out to read from that backend, or install into another namespace`,
      );
      expect(await second.install()).toBe('');
      expect(await first.uninstall()).toBe('');
      expect(await namesIn(namespace)).toContain('StatefulSet/second-tracer-postgresql');
      expect(await second.uninstall()).toBe('');
      expect(await leftIn(namespace)).toEqual([]);
    }));
});
