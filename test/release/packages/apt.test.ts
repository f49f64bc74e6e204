import path from 'node:path';
import {afterAll, beforeAll, expect, it} from '@jest/globals';
import {output} from '../../../release/tools.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {RELEASED, SIGNED, VERSION} from '../released.ts';
import {inThrowawayRoot, ONLY_OURS, RELEASED_INSIDE} from '../roots/throwaway-root.ts';

let site: ReleaseSite;
beforeAll(async () => {
  site = await startSite({new: RELEASED});
});
afterAll(() => site.close());

it('the apt repository installs both programs with manual page and completions, and removal leaves no files', async () => {
  const trust = SIGNED ? `signed-by=${RELEASED_INSIDE}/deb/apigen.asc` : 'trusted=yes';
  const run = await inThrowawayRoot(`${ONLY_OURS}
dpkg-query -W >/tmp/before
echo 'deb [${trust}] ${site.url}/new/deb /' >$ours
apt-get update -qq
apt-get install -y -qq tracer apigen >/dev/null
tracer --version
apigen --version
gzip -dc /usr/share/man/man1/tracer.1.gz | head -n 1
bash -n /usr/share/bash-completion/completions/apigen
zsh -n /usr/share/zsh/vendor-completions/_apigen
fish -n /usr/share/fish/vendor_completions.d/apigen.fish
apt-get purge -y -qq tracer apigen >/dev/null
rm $ours
apt-get update -qq
dpkg-query -W | diff /tmp/before -
`);
  expect(run.output).toMatch(
    new RegExp(
      `^tracer/${VERSION} .*\napigen/${VERSION} .*\n\\.TH TRACER 1 .* "tracer ${VERSION}" "User Commands"\n$`,
    ),
  );
  expect(run.status).toBe(0);
  // ONLY_OURS has removed these files; without them apt also updates priorities in dpkg's status.
  const taken =
    /^- \/(etc\/apt\/sources\.list|var\/lib\/(apt\/lists|swcatalog))|^\+ \/var\/lib\/dpkg\/status$/;
  expect(run.changed.filter((line) => !taken.test(line))).toEqual([]);
});

it.each(['apigen', 'tracer'])('the deb of %s gives lintian nothing to remark', async (name) => {
  const deb = path.join(RELEASED, `${name}_${VERSION}_linux_amd64.deb`);
  expect(await output('lintian', ['--allow-root', '--fail-on', 'warning', deb])).toBe('');
});
