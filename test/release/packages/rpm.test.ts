import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {capitalized, PROGRAMS} from '../../../release/product.ts';
import {ROOT, VERSION} from '../released.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from '../roots/throwaway-root.ts';

it.each(['apigen', 'tracer'])('of %s gives rpmlint nothing to remark', async (name) => {
  const config = await readFile(path.join(ROOT, 'release', 'packages', 'rpmlint.toml'), 'utf8');
  const file = path.join(RELEASED_INSIDE, `${name}_${VERSION}_linux_amd64.rpm`);
  // In a root of its own, because rpmlint 2.4 unpacks the files to their absolute paths.
  const run = await inThrowawayRoot(`rpmlint --config /tmp/rpmlint.toml ${file}`, {
    'rpmlint.toml': config,
  });
  expect(run.output).toMatch(/ 0 errors, 0 warnings, /);
});

it.each(PROGRAMS)('installs, describes, starts and removes $name', async ({name, summary, description}) => {
  const licenses =
    'Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND BlueOak-1.0.0 AND IJG AND ISC AND LGPL-2.0-or-later AND LGPL-2.1-only AND MIT AND OpenSSL AND Unicode-3.0 AND Zlib AND blessing AND libpng-2.0';
  const file = path.join(RELEASED_INSIDE, `${name}_${VERSION}_linux_amd64.rpm`);
  const run = await inThrowawayRoot(`set -e
rpm -U ${file} 2>/dev/null
${name} --version
rpm -q --queryformat '%{VERSION} %{ARCH} %{LICENSE}\\n%{SUMMARY}\\n%{DESCRIPTION}\\n' ${name}
rpm -q --licensefiles ${name}
rpm -e ${name} 2>/dev/null`);
  expect(run.output).toMatch(
    new RegExp(
      `^${name}/${VERSION} \\S+ \\S+\n${VERSION} x86_64 ${licenses}\n${capitalized(summary)}\n${description}\n/usr/share/licenses/${name}/LICENSE\n/usr/share/licenses/${name}/third-party-notices.txt\n$`,
    ),
  );
  expect(run.changed).toEqual([]);
});
