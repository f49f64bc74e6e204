import {Command, Flags, type Interfaces} from '@oclif/core';
import {CLIENT_OPTIONS, type ClientOption} from '../options/client-options.ts';

function flagOf({value, summary}: ClientOption) {
  return value === undefined ? Flags.boolean({summary}) : Flags.string({summary, helpValue: `<${value}>`});
}

export class ClientInstall extends Command {
  static override summary = 'Install the client, the executable tracer, on this machine.';

  static override description =
    `Runs the client's install script, which is included in this command. It uses the first available of Homebrew, apt-get, dpkg, yum (or
dnf) and rpm, or copies the executable to /usr/local/bin. Nothing is installed whose checksum is not that of its release.
On Windows it copies the executable to a folder of the user and adds that to PATH.`;

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --version 0.1.0 --dir ~/.local/bin',
    '<%= config.bin %> <%= command.id %> --uninstall',
  ];

  static override flags: Interfaces.FlagInput = Object.fromEntries(
    CLIENT_OPTIONS.map((option) => [option.name, flagOf(option)]),
  );

  async run(): Promise<void> {
    const {flags} = await this.parse(ClientInstall);
    const {runClientScript} = await import('../run/client-script.ts');
    process.exitCode = await runClientScript(flags);
  }
}
