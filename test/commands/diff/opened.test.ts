import {execFileSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import path from 'node:path';
import {beforeAll} from '@jest/globals';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const describeApi = (paths: string) => `openapi: 3.1.0
security: [{login: []}]
components: {securitySchemes: {login: {type: oauth2, flows: {}}}}
x-apigen:
  mesh: envoy-gateway
  gateway_api: "1.4"
  gateway: {name: public}
  service: {name: a, port: 80}
  security: {enforce: true, schemes: {login: {issuer: me, jwks_uri: "https://id.example.com/jwks", audiences: [a]}}}
paths:
  /{a}: {get: {security: []}}
${paths}`;

const ofIstio = (operations: string, audiences = '[a]', more = '') => `openapi: 3.1.0
components: {securitySchemes: {login: {type: oauth2, flows: {}}}}
x-apigen:
  mesh: istio
  service: {name: a, port: 80}
  security: {enforce: true, ${more}schemes: {login: {issuer: me, jwks_uri: "https://id.example.com/jwks", audiences: ${audiences}}}}
paths:
${operations}`;

const WEB = 'x-apigen: {clients: [{namespace: shop, service_account: web}]}';
const BOTH =
  'x-apigen: {clients: [{namespace: shop, service_account: web}, {namespace: ops, service_account: cron}]}';

const IN_PODS = '  /me: {get: {security: [{login: []}]}}\n  /open: {get: {security: []}}\n';

const ofLinkerd = (operations: string, pods: string) =>
  `openapi: 3.1.0\nx-apigen: {mesh: linkerd, target: httproute, service: {name: a, port: 80}, security: {enforce: true, undeclared: deny, selector: {app: a}, ${pods}}}\npaths:\n${operations}`;

const folder = folderWith({
  'kept/a.yaml': ofIstio(IN_PODS, '[a]', 'selector: {app: a}, ports: [80], '),
  'kept/gone.yaml': ofIstio(IN_PODS, '[a]', 'selector: {app: gone}, ports: [80], ').replace(
    'name: a',
    'name: gone',
  ),
  'linkerd.yaml': ofLinkerd(
    `  /open: {get: {security: []}}\n  /jobs: {get: {${WEB}}, put: {${BOTH}}}\n  /old: {get: {}}\n`,
    'ports: [80, 81], probes: [/ready]',
  ),
  'linkerd-opened.yaml': ofLinkerd(
    `  /open: {get: {${WEB}}}\n  /jobs: {get: {${BOTH}}, put: {${WEB}}}\n  /old: {get: {}}\n`,
    'ports: [80, 81], probes: [/healthz]',
  ),
  'linkerd-fewer-ports.yaml': ofLinkerd(
    `  /open: {get: {security: []}}\n  /jobs: {get: {${WEB}}, put: {${BOTH}}}\n  /old: {get: {}}\n`,
    'ports: [80], probes: [/ready]',
  ),
  'istio.yaml': ofIstio(
    `  /{a}: {get: {security: []}}\n  /me: {get: {security: [{login: []}]}}\n  /jobs: {get: {${WEB}}, put: {security: [{login: [b, c]}], ${BOTH}}}\n`,
  ),
  'istio-opened.yaml': ofIstio(
    `  /{a}: {get: {security: []}}\n  /jobs: {get: {${BOTH}}, put: {security: [{login: [b]}, {login: [c]}], ${WEB}}}\n`,
  ),
  'istio-audience.yaml': ofIstio(
    `  /{a}: {get: {security: []}}\n  /me: {get: {security: [{login: []}]}}\n  /jobs: {get: {${WEB}}, put: {security: [{login: [b, c]}], ${WEB}}}\n`,
    '[a, b]',
  ),
  'denied.yaml': ofIstio('  /me: {get: {}}\n', '[a]', 'undeclared: deny, selector: {app: a}, ports: [80], '),
  'opened-elsewhere.yaml': ofIstio(
    '  /me: {get: {security: []}}\n',
    '[a]',
    'undeclared: deny, selector: {app: b}, ports: [80], ',
  ),
  'pods.yaml': ofIstio(IN_PODS, '[a]', 'selector: {app: a}, ports: [80, 81], '),
  'fewer-ports.yaml': ofIstio(IN_PODS, '[a]', 'selector: {app: a}, ports: [80], '),
  'other-pods.yaml': ofIstio(IN_PODS, '[a]', 'selector: {app: b}, ports: [80, 81], '),
  'old.yaml': describeApi('  /me: {get: {}}\n  /orders: {get: {}, post: {}}\n'),
  'closed.yaml': describeApi('  /me: {get: {}}\n  /orders: {get: {}}\n'),
  'opened.yaml': describeApi('  /orders: {get: {}, post: {security: [{login: []}, {}]}}\n'),
});

beforeAll(() => {
  const git = (...args: readonly string[]) => execFileSync('git', args, {cwd: folder, stdio: 'pipe'});
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'kept');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=a');
  rmSync(path.join(folder, 'kept/gone.yaml'));
});

testTranscript(path.join(import.meta.dirname, 'opened.txt'), () => folder);
