import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {ROOT} from './product.ts';
import {output} from './run-program.ts';

/** The placeholders for addresses in the repository, longest first. */
const PLACEHOLDERS = [
  'https://get.apigen.example/releases',
  'https://get.apigen.example',
  'apigen--example/tap',
] as const;

/**
 * Replaces the placeholders by the real addresses, in scripts, sources and docs, before a release is built:
 * `node release/run.mjs write-addresses <pages> <releases> <tap>`, for example
 * `https://example.github.io/apigen https://github.com/example/apigen/releases example/tap`.
 */
async function writeAddresses(pages: string, releases: string, tap: string): Promise<void> {
  const real = [releases, pages, tap].map((address) => address.replace(/\/$/, ''));
  const listed = await output(
    'git',
    ['grep', '--files-with-matches', ...PLACEHOLDERS.flatMap((text) => ['-e', text])],
    {cwd: ROOT},
  );
  const files = listed
    .split('\n')
    .filter((file) => file === 'release/product.ts' || !/^(release|test|\.github)\//.test(file));
  for (const file of files) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    const written = PLACEHOLDERS.reduce(
      (done, placeholder, index) => done.replaceAll(placeholder, real[index] ?? placeholder),
      text,
    );
    await writeFile(path.join(ROOT, file), written);
  }
  process.stdout.write(`${files.join('\n')}\n`);
}

const PACKAGES = ['.', 'plugins/tracer'] as const;

/** Writes `repository` into the npm packages: npm accepts a provenance only if it is the repository of the workflow. */
async function writeRepository(url: string): Promise<void> {
  for (const directory of PACKAGES) {
    const file = path.join(ROOT, directory, 'package.json');
    const manifest: object = JSON.parse(await readFile(file, 'utf8'));
    const repository = {type: 'git', url: `git+${url}.git`, ...(directory !== '.' && {directory})};
    await writeFile(file, `${JSON.stringify({...manifest, repository}, null, 2)}\n`);
  }
}

const [pages, releases, tap] = process.argv.slice(2);
if (!pages || !releases || !tap || !/^https?:\/\//.test(pages) || !/^https?:\/\//.test(releases)) {
  process.stderr.write(
    'usage: node release/run.mjs write-addresses <pages> <releases> <tap>; the first two are http(s) addresses\n',
  );
  process.exit(2);
}
await writeAddresses(pages, releases, tap);
await writeRepository(releases.replace(/\/releases\/?$/, ''));
