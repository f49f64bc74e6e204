/**
 * Download addresses: five addresses, the tap, and the releases in GitHub's layout
 * (`<address>/latest/download/<file>`, `<address>/download/v<version>/<file>`). The host does not exist: a release writes the real one
 * here, and from here into scripts, docs and packages.
 */
export const ADDRESSES = {
  TRACER_INSTALL_SCRIPT_URL: 'https://get.apigen.example/tracer/install.sh',
  TRACER_CHART_REPO_URL: 'https://get.apigen.example/charts',
  TRACER_CLI_INSTALL_SCRIPT_URL: 'https://get.apigen.example/tracer/install-cli.sh',
  TRACER_DEB_REPO_URL: 'https://get.apigen.example/deb',
  TRACER_RPM_REPO_URL: 'https://get.apigen.example/rpm',
  TRACER_RELEASES_URL: 'https://get.apigen.example/releases',
  TRACER_TAP: 'apigen--example/tap',
} as const;

/** An address: the environment variable of that name if it is not empty, otherwise the one above. */
export function address(name: keyof typeof ADDRESSES, environment: NodeJS.ProcessEnv = process.env): string {
  return environment[name] || ADDRESSES[name];
}
