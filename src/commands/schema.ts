import {Flags, type Interfaces} from '@oclif/core';
import {HELP} from './help-flag.ts';
import {PrintShipped} from './print-shipped.ts';

export default class Schema extends PrintShipped {
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

  override async run(): Promise<void> {
    const {flags} = await this.parse(Schema);
    if (flags.krm) await this.print('schema-mesh-routes.json');
    else await this.print(flags.openapi ? 'schema-openapi.json' : 'schema.json');
  }
}
