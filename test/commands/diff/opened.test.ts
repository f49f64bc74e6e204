import path from 'node:path';
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

const folder = folderWith({
  'old.yaml': describeApi('  /me: {get: {}}\n  /orders: {get: {}, post: {}}\n'),
  'closed.yaml': describeApi('  /me: {get: {}}\n  /orders: {get: {}}\n'),
  'opened.yaml': describeApi('  /orders: {get: {}, post: {security: [{login: []}, {}]}}\n'),
});

testTranscript(path.join(import.meta.dirname, 'opened.txt'), () => folder);
