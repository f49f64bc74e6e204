/** An option of the client's install script. Without `value` it is a switch. */
export interface ClientOption {
  readonly name: string;
  readonly value?: string;
  readonly summary: string;
}

/** The options of `scripts/install-cli.sh` and, in PascalCase, of `scripts/install-cli.ps1`; a test compares them. */
export const CLIENT_OPTIONS: readonly ClientOption[] = [
  {name: 'version', value: 'version', summary: 'Install this version instead of the latest release'},
  {name: 'dir', value: 'folder', summary: 'Copy the executable to this folder, without a package manager'},
  {
    name: 'method',
    value: 'name',
    summary: 'brew, apt-get, dpkg, yum, dnf, rpm or archive, instead of the first one available',
  },
  {name: 'uninstall', summary: 'Remove tracer, however it was installed'},
  {name: 'releases-url', value: 'url', summary: 'Mirror of the releases; $TRACER_RELEASES_URL sets it too'},
  {
    name: 'deb-repo-url',
    value: 'url',
    summary: 'Mirror of the apt repository; $TRACER_DEB_REPO_URL sets it too',
  },
  {
    name: 'rpm-repo-url',
    value: 'url',
    summary: 'Mirror of the yum repository; $TRACER_RPM_REPO_URL sets it too',
  },
  {name: 'tap', value: 'tap', summary: 'Homebrew tap; $TRACER_TAP sets it too'},
];
