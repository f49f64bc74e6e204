import {readFileSync} from 'node:fs';
import {describe, expect, test} from '@jest/globals';

interface Locked {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Locked>>;

/** Whether npm finds `name` from the folder of a package: in its own node_modules, then in those above. */
function isLocked(packages: Packages, folder: string, name: string): boolean {
  const inner = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  if (inner in packages) return true;
  if (folder === '') return false;
  return isLocked(
    packages,
    folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '',
    name,
  );
}

describe.each([
  {file: 'package-lock.json', least: 21},
  {file: 'mutation/package-lock.json', least: 1},
  {file: 'site/package-lock.json', least: 21},
])('$file', ({file, least}) => {
  const {packages}: {readonly packages: Packages} = JSON.parse(
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'),
  );

  test('has no addresses of a registry', () => {
    const addresses = Object.entries(packages).filter(
      ([, {resolved}]) => resolved !== undefined && /^https?:/.test(resolved),
    );
    expect(addresses).toEqual([]);
  });

  test('has the optional packages of every platform', () => {
    const wanted = Object.entries(packages).flatMap(([folder, {optionalDependencies = {}}]) =>
      Object.keys(optionalDependencies).map((name) => ({folder, name})),
    );
    expect(wanted.length).toBeGreaterThanOrEqual(least);
    expect(wanted.filter(({folder, name}) => !isLocked(packages, folder, name))).toEqual([]);
  });
});
