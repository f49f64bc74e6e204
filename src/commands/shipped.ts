import {Flags} from '@oclif/core';
import {jsonText} from '../core/base/quote.ts';
import {NOTICES, shippedFile} from '../io/shipped-files.ts';
import {versionLine} from '../io/version-line.ts';
import {print} from '../io/write/output-errors.ts';
import {HELP, plainCommand} from './checked-command.ts';

export const Licenses = plainCommand(
  {summary: 'Print the licences of the packages that are part of this program'},
  async ({root}) => print(await shippedFile(NOTICES, root)),
);

export const Ruleset = plainCommand(
  {
    summary: 'Print the Spectral ruleset without dependencies',
    description: [
      "One file that uses only Spectral's own functions, for places where `@apigen/cli/spectral` from npm cannot be extended. Its first lines list what it cannot check.",
    ],
    examples: ['> apigen.spectral.yaml'],
  },
  async ({root}) => print(await shippedFile('rulesets/apigen.spectral.yaml', root)),
);

export const Schema = plainCommand(
  {
    summary: 'Print the JSON Schema of the settings under x-apigen',
    description: [
      'For editors and validators. With --openapi, the schema of a whole OpenAPI description including the settings; with --krm, of the functionConfig of `krm`.',
    ],
    examples: ['> x-apigen.schema.json', '--openapi > openapi.schema.json'],
    flags: {
      openapi: Flags.boolean({summary: 'Print the schema of OpenAPI descriptions with the settings'}),
      krm: Flags.boolean({
        summary: 'Print the schema of MeshRoutes, the functionConfig of `apigen krm`',
        exclusive: ['openapi'],
      }),
      help: HELP,
    },
  },
  async ({flags: {krm, openapi}, root}) => {
    const file = openapi ? 'schema-openapi.json' : 'schema.json';
    print(await shippedFile(krm ? 'schema-mesh-routes.json' : file, root));
  },
);

/** Replaces `@oclif/plugin-version`, which has no summary, and whose `--verbose` asks npm for a package of another project. */
export const Version = plainCommand(
  {
    summary: 'Print the version of this program, the platform and the runtime',
    flags: {help: HELP, json: Flags.boolean({summary: 'Print them as JSON'})},
  },
  ({flags, config}) => {
    const line = versionLine(config.bin, config.version);
    const [program = '', platform = '', runtime = ''] = line.trim().split(' ');
    print(flags.json ? jsonText({version: program.split('/').at(-1), platform, runtime}) : line);
  },
);
