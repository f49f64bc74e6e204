/** A command that `test/tools/documentation.test.ts` runs in a clone or in a user's project. */
export interface ToolsCommand {
  readonly command: string;
  readonly folder: 'clone' | 'project';
  /** A file of the folder that it writes. */
  readonly writes?: string;
}

export const RUN_WITH_TOOLS: readonly ToolsCommand[] = [
  {command: 'npm start', folder: 'clone'},
  {command: 'npm test -- golden -t spec-path-base', folder: 'clone'},
  {command: 'npm pack', folder: 'clone'},
  {
    command: 'npm install --save-dev ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@apigen/cli/package.json',
  },
  {command: 'npx @apigen/cli --version', folder: 'project'},
  {
    command: "npx @apigen/cli schema --openapi | jq 'del(.allOf)' > openapi.schema.json",
    folder: 'project',
    writes: 'openapi.schema.json',
  },
  {
    command: 'npm install --save-dev @redocly/cli ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@redocly/cli/package.json',
  },
  {command: 'npx redocly bundle', folder: 'project', writes: 'core@v1.service-profile.yaml'},
  {
    command: 'npm install --save-dev @stoplight/spectral-cli ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@stoplight/spectral-cli/package.json',
  },
  {command: 'npm install --global ./apigen-cli-*.tgz', folder: 'project', writes: 'global/bin/apigen'},
];
