import {readFileSync} from 'node:fs';
import {expect, test} from '@jest/globals';

interface Locked {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: {readonly packages: Readonly<Record<string, Locked>>} = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);
const packages = Object.entries(lock.packages);

test('package-lock.json has no addresses of a registry', () => {
  const addresses = packages.filter(([, {resolved}]) => resolved !== undefined && /^https?:/.test(resolved));
  expect(addresses).toEqual([]);
});

/** Whether npm finds `name` from the folder of a package: in its own node_modules, then in those above. */
function isLocked(folder: string, name: string): boolean {
  const inner = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  if (inner in lock.packages) return true;
  if (folder === '') return false;
  return isLocked(
    folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '',
    name,
  );
}

test('package-lock.json has the optional packages of every platform', () => {
  const wanted = packages.flatMap(([folder, {optionalDependencies = {}}]) =>
    Object.keys(optionalDependencies).map((name) => ({folder, name})),
  );
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter(({folder, name}) => !isLocked(folder, name))).toEqual([]);
});
