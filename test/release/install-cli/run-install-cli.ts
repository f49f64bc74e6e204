import path from 'node:path';
import {INSTALL_CLI, VERSION} from '../released.ts';
import {inThrowawayRoot, type RootRun} from '../roots/throwaway-root.ts';

export const SHELLS = {dash: '/bin/dash', bash: '/bin/bash', 'busybox ash': '/bin/busybox ash'} as const;

/** The script's last line after an installation. */
export const NEXT =
  'Next: `tracer install` installs the server on a cluster, `tracer --help` lists all commands.\n';

/** The script's last lines after an installation to a folder that is not first on PATH. */
export const installedAt = (file: string, version = VERSION) =>
  `tracer ${version} is installed: ${file}\nPut ${path.dirname(file)} first on PATH to start it as \`tracer\`: export PATH="${path.dirname(file)}:$PATH"\n${NEXT}`;

/** Runs a shell as an unprivileged user. */
export const AS_NOBODY = '/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups';

/** The programs that the script expects on every system. */
const EVERYWHERE =
  'cat cp curl env grep gzip head id ldd mkdir mktemp mv rm sed sha256sum tail tar tee uname';

export interface ScriptRun {
  readonly shell?: string;
  /** The address of a site of release-site.ts. */
  readonly site: string;
  /** Programs on PATH in addition to those on every system. By default the machine's PATH. */
  readonly tools?: string;
  /** The script's arguments. */
  readonly args?: string;
  /** Commands before and after the script, whose exit code is kept. */
  readonly before?: string;
  readonly after?: string;
  /** Programs for /tmp. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Pipes the install script to a shell in a throwaway root, with the addresses of a test site. */
export function runInstallCli(run: ScriptRun): Promise<RootRun> {
  const {shell = SHELLS.dash, site, tools, args = '', before = '', after = '', files} = run;
  const branch =
    tools === undefined
      ? ''
      : `mkdir /branch
for tool in ${EVERYWHERE} ${tools}; do
  if [ -e "/tmp/$tool" ]; then ln -s "/tmp/$tool" /branch; else ln -s "$(command -v "$tool")" /branch; fi
done
whole=$PATH
PATH=/branch`;
  // Debian's rpm has its database in the user's home, where dnf does not look. On other systems both use this folder.
  const script = `exec 2>&1
mkdir -p /etc/rpm && echo '%_dbpath /var/lib/rpm' >/etc/rpm/macros
export TRACER_RELEASES_URL=${site}/releases TRACER_DEB_REPO_URL=${site}/deb TRACER_RPM_REPO_URL=${site}/rpm
${before}
${branch}
cat /tmp/install-cli.sh | ${shell} -s -- ${args}
status=$?
PATH=\${whole:-$PATH}
${after}
exit $status
`;
  return inThrowawayRoot(script, {...files, 'install-cli.sh': INSTALL_CLI});
}

/** A fake Homebrew, which the machine has not: it prints its arguments, installs a program where a formula would, and refuses root. */
export const BREW = `#!/bin/sh
if [ "$1" != --prefix ] && [ "$(id -u)" -eq 0 ]; then
  echo 'Error: Running Homebrew as root is extremely dangerous and no longer supported.' >&2
  exit 1
fi
case $1 in
  list) exit 1 ;;
  --prefix) echo /home/linuxbrew ;;
  install)
    echo "brew $*"
    mkdir -p /home/linuxbrew/bin
    printf '#!/bin/sh\\necho tracer/9.9.9 fake\\n' >/home/linuxbrew/bin/tracer
    /bin/chmod 755 /home/linuxbrew/bin/tracer
    ;;
esac
`;

/** Commands that install another program's package called `tracer`, version 9. */
export const OTHER_PACKAGES = {
  deb: `mkdir -p /tmp/other/DEBIAN; printf 'Package: tracer\\nVersion: 9\\nArchitecture: all\\nMaintainer: Someone <a@b.example>\\nDescription: other\\n' >/tmp/other/DEBIAN/control
dpkg-deb -b /tmp/other /tmp/other.deb >/dev/null; dpkg -i /tmp/other.deb >/dev/null 2>&1`,
  rpm: `printf 'Name: tracer\\nVersion: 9\\nRelease: 1\\nSummary: other\\nLicense: MIT\\nBuildArch: noarch\\n%%description\\nother\\n%%files\\n' >/tmp/other.spec
rpmbuild --define '_rpmdir /tmp' -bb /tmp/other.spec >/dev/null 2>&1; rpm -i /tmp/noarch/tracer-9-1.noarch.rpm 2>/dev/null`,
} as const;
