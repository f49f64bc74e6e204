import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {cachedFolder} from '../cache.ts';
import {ROOT} from '../product.ts';
import {output} from '../run-program.ts';

/** The Go programs that `release/tools/go.mod` pins. */
const PACKAGES = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint',
  helm: 'helm.sh/helm/v3/cmd/helm',
  nfpm: 'github.com/goreleaser/nfpm/v2/cmd/nfpm',
} as const;

/** Returns the path of a tool, which is built once for each content of go.sum. */
export async function goTool(name: keyof typeof PACKAGES): Promise<string> {
  const folder = path.join(ROOT, 'release', 'tools');
  const digest = createHash('sha256')
    .update(await readFile(path.join(folder, 'go.sum')))
    .digest('hex')
    .slice(0, 16);
  const built = await cachedFolder(path.join('go-tools', digest, name), async (empty) => {
    await output(
      'go',
      ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', `${empty}/`, PACKAGES[name]],
      {
        cwd: folder,
        env: {CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off'},
      },
    );
  });
  return path.join(built, name);
}
