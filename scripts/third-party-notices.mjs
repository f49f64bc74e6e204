// The licences of the packages whose code is bundled into ours, for npm packages and executables. The .d.mts file describes the functions.
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

/** Packages without a licence file, and the package of the same authors whose file has the same licence. */
const SAME_LICENSE = {'@redocly/openapi-core': '@redocly/config'};

/** Packages whose published code contains that of others. */
const CONTAINED = {
  'openapi-sampler': [
    ...['fast-xml-builder', 'fast-xml-parser', 'foreach', 'json-pointer', 'path-expression-matcher'],
    'xml-naming',
  ],
};

/** Files with the licence of code that they took over, in their first comment. */
const TAKEN_OVER = {'openapi-sampler': 'src/samplers/string-regex.js'};

const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

function licenseTexts(folder) {
  const names = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
  return names.sort().map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
}

function packageIn(folder, root) {
  const {name, version, license} = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = licenseTexts(
    SAME_LICENSE[name] ? path.join(root, 'node_modules', SAME_LICENSE[name]) : folder,
  );
  if (TAKEN_OVER[name]) {
    const [, comment = ''] =
      /^\/\*\*(.*?)\*\//s.exec(readFileSync(path.join(folder, TAKEN_OVER[name]), 'utf8')) ?? [];
    texts.push(comment.trim());
  }
  if (texts.length === 0) throw new Error(`missing licence of ${name}@${version}: add it to SAME_LICENSE`);
  return {name, version, license, texts};
}

export function bundledPackages(inputs, root) {
  const folders = new Set(
    inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  const contained = Object.entries(CONTAINED).flatMap(([name, others]) =>
    [...folders].some((folder) => folder.endsWith(`node_modules/${name}`)) ? others : [],
  );
  for (const name of contained) folders.add(path.join('node_modules', name));
  const packages = [...folders].map((folder) => packageIn(path.join(root, folder), root));
  const byId = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byId.keys()].sort().map((id) => byId.get(id));
}

export function thirdPartyNotices(packages) {
  const sections = packages.map(({name, version, license, texts}) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  const head =
    'apigen and tracer are licensed under the Apache License 2.0. Copyright The apigen authors.\nThey contain code of these packages:';
  return `${[head, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
