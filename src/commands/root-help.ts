import {Config, Help, type Interfaces} from '@oclif/core';
import {offeredCommands} from './completion/offered-words.ts';

/** The commands in the order in which they are needed; all others are below them. */
const SECTIONS = {
  COMMANDS: ['mesh', 'init', 'apply', 'diff', 'routes', 'report', 'lint', 'tests'],
  'KUSTOMIZE AND TRACING': ['krm', 'tracer'],
};

class RootHelp extends Help {
  print(): void {
    const offers = offeredCommands(this.config, []).next;
    const named: readonly string[] = Object.values(SECTIONS).flat();
    const others = offers.map(({word}) => word).filter((word) => !named.includes(word));
    const begin =
      'Begin with `<%= config.bin %> init`; `--help` after a command prints its flags and examples, `<%= config.bin %> help server-path` the page of a rule, and `<%= config.bin %> help exit-codes` what exit codes mean.';
    const sections = Object.entries({...SECTIONS, 'OTHER COMMANDS': others}).map(([title, words]) => {
      const rows = words.flatMap((word) => offers.filter((offer) => offer.word === word));
      const list = this.renderList(
        rows.map(({word, help}) => [word, help]),
        {indentation: 2, spacer: '\n'},
      );
      return this.section(title, list);
    });
    this.log([this.formatRoot(), this.wrap(this.render(begin)), ...sections, ''].join('\n\n'));
  }
}

/** Prints the help of the program. oclif would sort commands by name. */
export async function printRootHelp(options: Interfaces.LoadOptions): Promise<void> {
  const config = await Config.load(options);
  new RootHelp(config, config.pjson.oclif.helpOptions).print();
}
