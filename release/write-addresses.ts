import {readFile, writeFile} from 'node:fs/promises';
import {output} from './tools.ts';

/**
 * Replaces the placeholders by the real addresses, in scripts, sources and docs, before a release is built, and writes `repository` into the
 * npm packages, because npm accepts a provenance only if it is the repository of the workflow:
 * `node release/run.mjs write-addresses <pages> <releases> <tap>`, for example
 * `https://example.github.io/apigen https://github.com/example/apigen/releases example/tap`.
 */
const [pages = '', releases = '', tap = ''] = process.argv
  .slice(2)
  .map((address) => address.replace(/\/$/, ''));
if (!/^https?:/.test(pages) || !/^https?:/.test(releases) || tap === '')
  throw new Error('usage: node release/run.mjs write-addresses <pages> <releases> <tap>');
/** The placeholders in the repository, longest first. */
const real = {
  'https://get.apigen.example/releases': releases,
  'https://get.apigen.example': pages,
  'apigen--example/tap': tap,
};
const patterns = Object.keys(real).flatMap((text) => ['-e', text]);
const ours = [':!release/write-addresses.ts', ':!test', ':!.github'];
const files = (await output('git', ['grep', '--files-with-matches', ...patterns, '--', ...ours])).split('\n');
for (const file of files) {
  let text = await readFile(file, 'utf8');
  for (const [placeholder, address] of Object.entries(real)) text = text.replaceAll(placeholder, address);
  await writeFile(file, text);
}
for (const directory of ['.', 'plugins/tracer']) {
  const manifest: object = JSON.parse(await readFile(`${directory}/package.json`, 'utf8'));
  const url = `git+${releases.replace(/\/releases$/, '')}.git`;
  const repository = {type: 'git', url, ...(directory !== '.' && {directory})};
  await writeFile(`${directory}/package.json`, `${JSON.stringify({...manifest, repository}, null, 2)}\n`);
}
process.stdout.write(`${files.join('\n')}\n`);
