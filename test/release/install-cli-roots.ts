import {INSTALL_CLI} from './released.ts';
import {inThrowawayRoot, type RootOptions, type RootRun} from './throwaway-root.ts';

export const SHELLS = {dash: '/bin/dash', bash: '/bin/bash', 'busybox ash': '/bin/busybox ash'} as const;

/** Runs a shell as a user who is not root, and owns `/home/linuxbrew`. */
export const AS_NOBODY = '/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups';

/** What every system has on its PATH, and the script may rely on. */
const EVERYWHERE =
  'cat chmod cp curl df dirname env getconf grep gzip head id ldd mkdir mktemp mv rm sed sha256sum tail tar tee uname';

export interface ScriptRun extends RootOptions {
  readonly shell?: string;
  /** Addresses of a site: see release-site.ts. */
  readonly site: string;
  /** Programs that are on PATH beside those that are everywhere. Whole PATH of the machine if not given. */
  readonly tools?: string;
  /** The script's arguments. */
  readonly args?: string;
  /** Commands before and after; the script's own exit code is kept. */
  readonly before?: string;
  readonly after?: string;
}

/** Pipes the install script to a shell in a throw-away root whose addresses are those of a test site. */
export function runInstallCli(run: ScriptRun): Promise<RootRun> {
  const {shell = SHELLS.dash, site, tools, args = '', before = '', after = '', files = {}, ...rest} = run;
  const path =
    tools === undefined
      ? ''
      : `mkdir /branch
for tool in ${EVERYWHERE} ${tools}; do
  if [ -e "/tmp/$tool" ]; then ln -s "/tmp/$tool" /branch; else ln -s "$(command -v "$tool")" /branch; fi
done
whole=$PATH
PATH=/branch`;
  // Debian's rpm keeps its books in the user's home, where dnf does not look; everywhere else both use this folder.
  const script = `exec 2>&1
mkdir -p /etc/rpm && echo '%_dbpath /var/lib/rpm' >/etc/rpm/macros
export TRACER_RELEASES_URL=${site}/releases TRACER_DEB_REPO_URL=${site}/deb TRACER_RPM_REPO_URL=${site}/rpm
${before}
${path}
cat /tmp/install-cli.sh | ${shell} -s -- ${args}
status=$?
PATH=\${whole:-$PATH}
${after}
exit $status
`;
  return inThrowawayRoot(script, {...rest, files: {...files, 'install-cli.sh': INSTALL_CLI}});
}

/** Homebrew is not to be had here: this stand-in puts a program where a tap's formula would, says what it was asked, and refuses root. */
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
    printf '#!/bin/sh\\necho tracer/9.9.9 stand-in\\n' >/home/linuxbrew/bin/tracer
    chmod 755 /home/linuxbrew/bin/tracer
    ;;
esac
`;
