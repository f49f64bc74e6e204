import {Command, Flags, type Interfaces} from '@oclif/core';
import {CLIENT_OPTIONS, type ClientOption} from '../client-options.ts';

function flagOf({value, summary}: ClientOption) {
  return value === undefined ? Flags.boolean({summary}) : Flags.string({summary, helpValue: `<${value}>`});
}

export class ClientInstall extends Command {
  static override summary = 'Install the client, the executable tracer, on this machine.';

  static override description =
    `Runs the client's install script, which ships with this command: with the first that is there of Homebrew, apt-get, dpkg, yum (or
dnf) and rpm, else by putting the executable into /usr/local/bin. Nothing is installed whose checksum is not that of its release.
On Windows the executable goes into a folder of the user's, which is added to PATH.`;

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
    const {runClientScript} = await import('../client-script.ts');
    process.exitCode = await runClientScript(flags);
  }
}
