import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';

/** What each dependency of package.json is for, and who looks after it. */
const ABOUT = {
  '@apigen/plugin-tracer': ['the commands `apigen tracer …`; part of our package', 'ours'],
  '@oclif/core': ['flags, help and plugins; a plain `apigen mesh` does not load it', 'Salesforce'],
  '@oclif/plugin-help': ['`apigen help`', 'Salesforce'],
  '@redocly/openapi-core': [
    'a `redocly.yaml` that extends other files; types of the Redocly plugin; no other run loads it',
    'Redocly',
  ],
  diff: ['the diff of `--check`', 'one maintainer, since 2011'],
};

const MB = 1024 * 1024;

/** The key in the lock file of the package that `name` means in a folder. */
function resolve(packages, folder, name) {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const key = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (key in packages) return key;
    if (from === '') return undefined;
  }
}

/** The keys in the lock file of packages and of all that they need. */
function closure(packages, names) {
  const found = new Set();
  const queue = names.map((name) => resolve(packages, '', name));
  for (const key of queue) {
    if (key === undefined || found.has(key)) continue;
    found.add(key);
    const {link, resolved} = packages[key];
    const {dependencies, optionalDependencies} = packages[link ? resolved : key];
    for (const name of Object.keys({...dependencies, ...optionalDependencies}))
      queue.push(resolve(packages, key, name));
  }
  return [...found];
}

/** The size of a package's own files in bytes, without those of the packages in its node_modules. */
function sizeOf(folder) {
  return readdirSync(folder, {withFileTypes: true})
    .filter(({name}) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const file = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? sizeOf(file) : statSync(file).size);
    }, 0);
}

const readJson = (...names) => JSON.parse(readFileSync(path.join(...names), 'utf8'));

/**
 * The direct dependencies of a package, one row each, and what they need together.
 *
 * @param root the folder of package.json, package-lock.json and node_modules
 */
export function dependencies(root) {
  const {packages} = readJson(root, 'package-lock.json');
  const names = Object.keys(readJson(root, 'package.json').dependencies);
  const measure = (keys) => ({
    packages: keys.length,
    // Our own plugin is a link, and its size is that of its last build.
    megabytes:
      keys.reduce((sum, key) => sum + (packages[key].link ? 0 : sizeOf(path.join(root, key))), 0) / MB,
  });
  const rows = names.map((name) => {
    if (!(name in ABOUT)) throw new Error(`scripts/dependencies.mjs: describe ${name} in ABOUT`);
    const [purpose, upkeep] = ABOUT[name];
    const {license, version} = readJson(root, 'node_modules', name, 'package.json');
    return {name, version, license, purpose, upkeep, ...measure(closure(packages, [name]))};
  });
  return {rows, total: measure(closure(packages, names))};
}

/** The packages whose code is compiled into dist/, by the comments that esbuild puts before each module. */
export function compiledPackages(root) {
  const texts = readdirSync(path.join(root, 'dist'), {recursive: true})
    .filter((name) => name.endsWith('.js') && !name.startsWith('release'))
    .map((name) => readFileSync(path.join(root, 'dist', name), 'utf8'));
  const folders = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/ (.*\bnode_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(([, folder]) => folder),
  );
  return [...new Set(folders)].sort().map((folder) => {
    const {name, version, license} = readJson(root, folder, 'package.json');
    return {name, version, license};
  });
}
