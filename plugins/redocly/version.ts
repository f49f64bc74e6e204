import type {UserContext} from '@redocly/openapi-core';

/** The first @redocly/cli that hands its configuration over to decorators: the project's folder and the API's name. */
export const OLDEST_REDOCLY = '2.0.6';

/** Refuses a Redocly that is too old, with an error that says which one is needed. */
export function tooOld({config, report}: UserContext): boolean {
  if (config !== undefined && 'resolvedConfig' in config) return false;
  report({
    message: `apigen/redocly needs @redocly/cli ${OLDEST_REDOCLY} or newer to write profiles: run \`npm install --save-dev @redocly/cli@latest\`, or \`apigen mesh --config redocly.yaml\` beside the bundling`,
  });
  return true;
}
