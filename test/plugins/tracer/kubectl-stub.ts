import path from 'node:path';
import {stubs} from './installers.ts';

const labels = {'app.kubernetes.io/component': 'server'};
const probe = {readinessProbe: {httpGet: {path: '/tools/'}}};
/** What kubectl prints for an installed server. */
const SERVER = {
  items: [
    {kind: 'Service', metadata: {name: 'traces', labels}, spec: {ports: [{name: 'http', port: 8080}]}},
    {kind: 'Deployment', metadata: {name: 'traces', labels}, spec: {template: {spec: {containers: [probe]}}}},
  ],
};

/**
 * Stubs of kubectl and the browser: forwarding a port needs a kubelet with a running container, which these tests do not have.
 * kubectl answers like for an installed server, and `port-forward` runs the given script.
 */
export function searchPath(portForward: string): {folder: string; path: string} {
  const kubectl = `case "$*" in
*--client*) echo '{"clientVersion": {"gitVersion": "v1.32.0"}}' ;;
*--minify*) echo '{"current-context": "here"}' ;;
*/version*) echo '{"gitVersion": "v1.32.0"}' ;;
*services*) echo '${JSON.stringify(SERVER)}' ;;
*port-forward*) echo "$*" >"$0.forwarded"; ${portForward} ;;
esac`;
  const folder = stubs({
    kubectl,
    // A test reads the file as soon as it is there.
    'xdg-open': 'echo "$1" >"$0.new"; mv "$0.new" "$0.opened"',
    open: 'exec "${0%open}xdg-open" "$1"',
  });
  return {folder, path: [folder, process.env.PATH].join(path.delimiter)};
}
