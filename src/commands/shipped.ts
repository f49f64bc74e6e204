import {Command, Flags, type Interfaces} from '@oclif/core';
import {NOTICES, type ShippedFile, shippedFile} from '../io/shipped-files.ts';
import {print} from '../io/write/output-errors.ts';
import {HELP} from './checked-command.ts';

/** The base of commands that print a shipped file, byte for byte. */
abstract class PrintShipped extends Command {
  static override readonly flags: Interfaces.FlagInput = {help: HELP};

  protected abstract fileOf(flags: Readonly<Record<string, unknown>>): ShippedFile;

  override async run(): Promise<void> {
    const {flags} = await this.parse(this.ctor);
    print(await shippedFile(this.fileOf(flags), this.ctor.plugin?.root ?? this.config.root));
  }
}

export class Licenses extends PrintShipped {
  static override readonly summary = 'Print the licences of the packages that are part of this program';

  protected override fileOf(): ShippedFile {
    return NOTICES;
  }
}

export class Ruleset extends PrintShipped {
  static override readonly summary = 'Print the Spectral ruleset without dependencies';

  static override readonly description =
    "One file that uses only Spectral's own functions, for places where `@apigen/cli/spectral` from npm cannot be extended. Its first lines list what it cannot check.";

  static override readonly examples = ['<%= config.bin %> <%= command.id %> > apigen.spectral.yaml'];

  protected override fileOf(): ShippedFile {
    return 'rulesets/apigen.spectral.yaml';
  }
}

export class Schema extends PrintShipped {
  static override readonly summary = 'Print the JSON Schema of the settings under x-apigen';

  static override readonly description =
    'For editors and validators. With --openapi, the schema of a whole OpenAPI description including the settings; with --krm, of the functionConfig of `krm`.';

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> > x-apigen.schema.json',
    '<%= config.bin %> <%= command.id %> --openapi > openapi.schema.json',
  ];

  static override readonly flags: Interfaces.FlagInput = {
    openapi: Flags.boolean({summary: 'Print the schema of OpenAPI descriptions with the settings'}),
    krm: Flags.boolean({
      summary: 'Print the schema of MeshRoutes, the functionConfig of `apigen krm`',
      exclusive: ['openapi'],
    }),
    help: HELP,
  };

  protected override fileOf({krm, openapi}: Readonly<Record<string, unknown>>): ShippedFile {
    if (krm) return 'schema-mesh-routes.json';
    return openapi ? 'schema-openapi.json' : 'schema.json';
  }
}
