import {serve} from '@hono/node-server';
import {createRoute, OpenAPIHono, z} from '@hono/zod-openapi';

const app = new OpenAPIHono();

/** A route whose handler answers with its operationId. */
function route(method, path, operationId, more = {}) {
  const responses = {200: {description: 'The operation'}};
  const described = createRoute({method, path, operationId, responses, ...more});
  app.openapi(described, (context) => context.json({operation: operationId}));
}

const params = (shape) => ({request: {params: z.object(shape)}});

// `x-apigen` of an operation. A path has no place for it.
route('get', '/pets', 'listPets', {'x-apigen': {timeouts: {request_timeout: 5}}});
route('get', '/pets/{id}', 'getPet', params({id: z.coerce.number().int()}));
// Hono serves `/users` too.
route('get', '/users/{id}?', 'getUsers');
route('get', '/numbers/{id}{[0-9]+}', 'getNumber');
route('get', '/files/{path}{.+}', 'getFile');
route('get', '/static/*', 'getStatic');
route('get', '/kinds/{kind}', 'getKind', params({kind: z.enum(['cat', 'dog'])}));
route('get', '/codes/{code}', 'getCode', params({code: z.string().regex(/^[A-Z]{3}$/)}));
route('get', '/orders/{id}', 'getOrder', params({id: z.uuid()}));
route('post', '/jobs/{id}/cancel', 'cancelJob');

app.doc('/openapi.json', {
  openapi: '3.0.0',
  info: {title: 'Pets', version: '1.0.0'},
  // `x-apigen` at the root.
  'x-apigen': {service: {name: 'pets', namespace: 'shop', port: 8000}},
});

serve({fetch: app.fetch, port: 0, hostname: '127.0.0.1'}, ({port}) =>
  console.log(`http://127.0.0.1:${port}`),
);
