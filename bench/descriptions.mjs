// Large real descriptions for the benchmarks, downloaded once into a cache outside the repository.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {dump} from 'js-yaml';

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'apigen', 'bench');
const PACKAGE = '@octokit/openapi@23.0.2';

/**
 * GitHub's description, 13 MB of JSON, from its npm package. If it cannot be downloaded, prints why and returns
 * `undefined`.
 */
export function githubJson() {
  const file = path.join(cache, 'package', 'generated', 'api.github.com.json');
  if (existsSync(file)) return file;
  mkdirSync(cache, {recursive: true});
  const folder = mkdtempSync(path.join(cache, 'fetch-'));
  try {
    const archive = execFileSync('npm', ['pack', '--silent', PACKAGE], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
    execFileSync('tar', ['-xzf', archive, 'package/generated/api.github.com.json'], {cwd: folder});
    mkdirSync(path.dirname(file), {recursive: true});
    renameSync(path.join(folder, 'package', 'generated', 'api.github.com.json'), file);
    return file;
  } catch (error) {
    console.log(`skipping GitHub's description: cannot download npm package ${PACKAGE}: ${error.message}`);
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
