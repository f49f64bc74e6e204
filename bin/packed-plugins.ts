import {commands as HELP} from '@oclif/plugin-help';
import manifest from '../package.json' with {type: 'json'};
import tracerManifest from '../plugins/tracer/package.json' with {type: 'json'};
import {embedFiles, COMMANDS as TRACER} from '../plugins/tracer/src/index.ts';
import Autocomplete from '../src/commands/completion/autocomplete.ts';
import Complete from '../src/commands/completion/complete-command.ts';
import {COMMANDS as APIGEN} from '../src/commands/index.ts';
import {Licenses} from '../src/commands/shipped.ts';
import {embedShippedFiles} from '../src/io/shipped-files.ts';
import {embeddedFile, embeddedFiles} from './embedded-files.ts';
import {NoPlugins} from './no-plugins.ts';
import type {PackedPlugin} from './packed-options.ts';

type Program = PackedPlugin['pjson']['oclif'];

const {version} = manifest;

const HELP_PLUGIN: PackedPlugin = {pjson: {name: '@oclif/plugin-help', version, oclif: {}}, commands: HELP};

const TRACER_CLIENT: PackedPlugin['commands'] = Object.fromEntries(
  Object.entries(TRACER).map(([id, command]) => [id.replace(/^tracer:/, ''), command]),
);

const NO_PLUGINS = {plugins: NoPlugins, 'plugins:install': NoPlugins, 'plugins:link': NoPlugins};

const programNamed = (name: string, topics: NonNullable<Program['topics']>): Program => ({
  ...{bin: name, dirname: name, topics, topicSeparator: ' '},
  additionalHelpFlags: manifest.oclif.additionalHelpFlags,
});

/** The plugins of each program. The first one is its root, with the program's name. */
export const PACKED = {
  apigen: [
    {
      pjson: {
        name: 'apigen',
        version,
        description: [
          manifest.oclif.description,
          'This is the single executable. The library, the Redocly plugin, the ruleset `@apigen/cli/spectral` and further oclif plugins need the npm package: `npm install @apigen/cli`.',
        ].join('\n'),
        oclif: programNamed('apigen', manifest.oclif.topics),
      },
      commands: {...APIGEN, ...NO_PLUGINS},
    },
    {
      pjson: {name: tracerManifest.name, version, oclif: {topics: tracerManifest.oclif.topics}},
      commands: TRACER,
    },
    HELP_PLUGIN,
  ],
  tracer: [
    {
      pjson: {
        name: 'tracer',
        version,
        description: 'Client of the trace-testing tool: install it on a cluster, see its status, open it',
        oclif: programNamed('tracer', {client: tracerManifest.oclif.topics['tracer:client']}),
      },
      commands: {
        ...TRACER_CLIENT,
        ...NO_PLUGINS,
        autocomplete: Autocomplete,
        complete: Complete,
        licenses: Licenses,
      },
    },
    HELP_PLUGIN,
  ],
} satisfies Record<string, readonly PackedPlugin[]>;

/** Makes the commands read the files that are compiled into the executable. */
export function useEmbeddedFiles(): void {
  embedShippedFiles(embeddedFile);
  embedFiles({chart: embeddedFiles('chart'), scripts: embeddedFiles('scripts')});
}
