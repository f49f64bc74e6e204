import {readFileSync} from 'node:fs';
import path from 'node:path';
import {blocks, ROOT} from '../../pages.ts';

const read = (...names: string[]) => readFileSync(path.join(ROOT, ...names), 'utf8');
const petstore = read('examples', 'petstore.yaml');
const services = path.join('examples', 'gitops', 'kustomize', 'services');

/** A description of one path. */
const description = (route: string, settings: string) => `openapi: 3.1.0
info: {title: Orders, version: 1.0.0}
x-apigen: {${settings}}
paths:
  ${route}: {get: {responses: {"200": {description: OK}}}}
`;

/** The files that the commands of the pages name, by their paths in a user's project. */
export function projectFiles(): Readonly<Record<string, string>> {
  const [overlay = ''] = blocks('docs/mesh.md', 'yaml').filter((block) => block.startsWith('overlay:'));
  const [configuration = ''] = blocks('docs/redocly.md', 'yaml').filter((block) =>
    block.startsWith('plugins:'),
  );
  const [core = ''] = blocks('docs/redocly.md', 'yaml').filter((block) => block.startsWith('openapi:'));
  return {
    'openapi.yaml': description('/reports', 'service: {name: petstore, namespace: shop}, namespace: shop'),
    'mesh.overlay.yaml': overlay,
    'public.yaml': description('/orders', 'service: {name: orders}'),
    'internal.yaml': description('/internal/orders', 'service: {name: orders}'),
    'petstore.yaml': petstore,
    'orders.yaml': description('/orders', 'service: {name: orders}'),
    'other.yaml': description('/other', 'service: {name: other}'),
    'services/orders/openapi.yaml': read(services, 'orders', 'openapi.yaml'),
    'services/petstore/openapi.yaml': read(services, 'petstore', 'openapi.yaml'),
    'redocly.yaml': configuration,
    'core.yaml': core,
  };
}
