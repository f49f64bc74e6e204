import swagger from '@fastify/swagger';
import Fastify from 'fastify';

const app = Fastify({routerOptions: {ignoreTrailingSlash: true}});
await app.register(swagger, {
  openapi: {
    info: {title: 'Pets', version: '1.0.0'},
    // `x-apigen` at the root.
    'x-apigen': {service: {name: 'pets', namespace: 'shop', port: 8000}},
  },
});

/** A route whose handler answers with its operationId. */
function route(method, url, operationId, schema = {}) {
  app.route({method, url, schema: {operationId, ...schema}, handler: async () => ({operation: operationId})});
}

const params = (properties) => ({params: {type: 'object', properties}});

// Routes are described if they are there before the plugin is ready.
app.after(() => {
  // `x-apigen` of an operation. A path has no place for it.
  route('GET', '/pets', 'listPets', {'x-apigen': {timeouts: {request_timeout: 5}}});
  route('GET', '/pets/:id', 'getPet', params({id: {type: 'integer'}}));
  // Described as `/users/{id}?`.
  route('GET', '/users/:id?', 'getUsers');
  // Described as `/jobs/{id}:{cancel}`.
  route('POST', '/jobs/:id::cancel', 'cancelJob');
  route('GET', '/jobs/:id', 'getJob');
  route('GET', '/files/*', 'getFile');
  // The description has `/codes/{code}`, without the expression.
  route(
    'GET',
    '/codes/:code(^[A-Z]{3}$)',
    'getCode',
    params({code: {type: 'string', pattern: '^[A-Z]{3}$'}}),
  );
  route('GET', '/kinds/:kind', 'getKind', params({kind: {enum: ['cat', 'dog']}}));
  route('GET', '/orders/:id', 'getOrder', params({id: {type: 'string', format: 'uuid'}}));
  app.get('/openapi.json', {schema: {hide: true}}, async () => app.swagger());
});

console.log(await app.listen({port: 0, host: '127.0.0.1'}));
