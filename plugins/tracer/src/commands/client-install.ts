import {Command, Flags} from '@oclif/core';

const text = (value: string, summary: string) => Flags.string({summary, helpValue: `<${value}>`});

export class ClientInstall extends Command {
  static override summary = 'Install the client, the executable tracer, on this machine.';

  static override description =
    `Runs the client's install script, which is included in this command. It uses the first available of Homebrew, apt-get, dpkg, yum (or
dnf) and rpm, or copies the executable to /usr/local/bin. Nothing is installed whose checksum is not that of its release.
On Windows it copies the executable to a folder of the user and adds that to PATH.
The environment variables TRACER_RELEASES_URL, TRACER_DEB_REPO_URL, TRACER_RPM_REPO_URL and TRACER_TAP set mirrors.`;

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --version 0.1.0 --dir ~/.local/bin',
    '<%= config.bin %> <%= command.id %> --uninstall',
  ];

  /** The options of `scripts/install-cli.sh` but `--program`, and, in PascalCase, of `scripts/install-cli.ps1`; a test compares them. */
  static override flags = {
    version: text('version', 'Install this version instead of the latest release'),
    dir: text('folder', 'Copy the executable to this folder, without a package manager'),
    method: Flags.string({
      summary: 'How to install it, instead of with the first one available',
      options: ['brew', 'apt-get', 'dpkg', 'yum', 'dnf', 'rpm', 'archive'],
    }),
    'dry-run': Flags.boolean({summary: 'Print what would be installed, and how, but change nothing'}),
    uninstall: Flags.boolean({summary: 'Remove tracer, however it was installed'}),
  };

  async run(): Promise<void> {
    const {flags} = await this.parse(ClientInstall);
    const {runClientScript} = await import('../run/client-script.ts');
    process.exitCode = await runClientScript(flags);
  }
}
