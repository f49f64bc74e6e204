import {expect, test} from '@jest/globals';
import {runInTerminal} from '../run-in-terminal.ts';
import {folderWith} from '../temporary-folder.ts';

const description = (name: string) => `openapi: 3.1.0
info: {title: ${name}, version: "1"}
servers: [{url: /${name}/v1}]
paths:
  /${name}: {get: {}}
  /${name}/{id}/line-items/{lineItemId}/adjustments/{adjustmentId}: {get: {}}
`;

const folder = folderWith({
  'services/carts/openapi.yaml': description('carts'),
  'services/delivery-notifications/openapi.yaml': description('delivery-notifications'),
});

const PATTERN = 'services/*/openapi.yaml';

test.each([
  {
    args: ['routes', PATTERN, '--mesh=linkerd'],
    has: `
API  METHOD  PATH                     TIMEOUT  FROM
…    GET     /carts                   (none)   -
  services/carts/openapi.yaml
…    GET     …                        (none)   -
  services/carts/openapi.yaml
  /carts/{id}/line-items/{lineItemId}/adjustments/{adjustmentId}
…    GET     /delivery-notifications  (none)   -
  services/delivery-notifications/openapi.yaml
…    GET     …                        (none)   -
  services/delivery-notifications/openapi.yaml
  /delivery-notifications/{id}/line-items/{lineItemId}/adjustments/{adjustmentId}
`,
  },
  {
    args: ['init', '-i', PATTERN, '--mesh=linkerd', '--service.name={folder}', '--yes'],
    has: `
SETTING                   VALUE                   FROM
service.name              carts                   …
  {folder} of services/carts/openapi.yaml
service.namespace         default                 default
path.from_servers         -                       …
  not set; for example \`--path.from_servers=true\`
`,
  },
  {
    args: ['mesh', PATTERN, '-o', 'out/'],
    has: `
DESCRIPTION                  OUTPUT          RESULT
services/carts/openapi.yaml  out/carts.yaml  written
…                            …               written
  services/delivery-notifications/openapi.yaml
  out/delivery-notifications.yaml
`,
  },
])('a table of $args.0 has whole texts in a terminal of 60 columns', ({args, has}) => {
  const {screen} = runInTerminal(args, [], {cwd: folder, env: process.env, columns: 60});
  expect(screen.replaceAll('\r', '')).toContain(has);
});
