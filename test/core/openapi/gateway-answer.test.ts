import {describe, expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';
import {MESHES} from '../../../src/core/meshes.ts';
import {gatewayAnswer, refusingPath} from '../../../src/core/openapi/gateway-answer.ts';
import {comparedPath} from '../../../src/core/routes/request.ts';
import {istioAnswer} from '../../meshes/istio-policies.ts';
import {linkerdAnswer} from '../../meshes/linkerd-policies.ts';
import {routesOf} from '../routes-of.ts';

const [ISSUER, PARTNER] = ['https://id.example.com/', 'https://partner.example.com/'];
const KEYS = 'https://id.example.com/jwks';

const DOCUMENT = {
  openapi: '3.1.0',
  'x-apigen': {
    mesh: 'istio',
    service: {name: 'articles', port: 80},
    security: {
      ...{enforce: true, undeclared: 'deny', selector: {app: 'articles'}, ports: [8080]},
      schemes: {
        login: {issuer: ISSUER, jwks_uri: KEYS, audiences: ['articles', 'https://more.example.com']},
        partner: {issuer: PARTNER, jwks_uri: KEYS, any_audience: true},
        key: {enforced_by: 'service'},
      },
    },
  },
  components: {
    securitySchemes: {
      login: {type: 'oauth2', flows: {}},
      partner: {type: 'oauth2', flows: {}},
      key: {type: 'apiKey', in: 'header', name: 'X-Key'},
    },
  },
  paths: {
    '/public': {get: {security: []}},
    '/plain': {get: {security: [{login: []}]}},
    '/both': {get: {security: [{login: ['read', 'write']}]}},
    '/either': {get: {security: [{login: ['admin']}, {partner: ['read']}]}},
    '/optional': {get: {security: [{login: ['read']}, {}]}},
    '/key': {get: {security: [{key: []}]}},
    '/denied': {get: {}},
    '/clients': {get: {'x-apigen': {clients: [{namespace: 'shop', service_account: 'web'}]}}},
    '/clients-and-token': {
      get: {security: [{login: []}], 'x-apigen': {clients: [{namespace: 'shop', service_account: 'web'}]}},
    },
  },
} as const;

const plain = {iss: ISSUER, aud: 'articles'};

const TOKENS = {
  none: undefined,
  plain,
  'one scope': {...plain, scope: 'write'},
  'both scopes': {...plain, scope: 'other write read'},
  'both as a list': {...plain, scope: ['write', 'read']},
  'a list with one text': {...plain, scope: ['write read']},
  'both in another claim': {...plain, scp: ['write', 'read']},
  'a longer scope': {...plain, scope: 'write:all readers adminx'},
  admin: {...plain, scope: 'admin'},
  'another audience': {...plain, aud: 'pets', scope: 'read write admin'},
  'an audience as an address': {...plain, aud: ['x', 'http://more.example.com/']},
  'no audience': {iss: ISSUER},
  'another issuer': {...plain, iss: 'https://id.example.com'},
  partner: {iss: PARTNER, scope: 'read'},
  'partner without scopes': {iss: PARTNER, aud: 'anything'},
} as const;

const {objects} = generate(DOCUMENT);
const {routes, output} = routesOf(DOCUMENT);

describe.each(Object.entries(TOKENS))('Istio answers to a token: %s', (_, claims) => {
  test.each(routes)('$path', ({access, path}) => {
    if (access === undefined || output === undefined) throw new Error('not enforced');
    const said = gatewayAnswer(claims ?? {}, access, output.input.settings, Date.now() / 1000);
    const asked = {method: 'GET', path};
    const sender = {client: 'shop/web', port: '8080', ...(claims && {claims})};
    expect(said).toBe(istioAnswer(objects, asked, sender));
    const isOfClients = access.clients.length > 0;
    if (isOfClients && said === 'served')
      expect(istioAnswer(objects, asked, {...sender, client: 'shop/other'})).toBe(403);
    if (said !== 401) expect(istioAnswer(objects, asked, {port: '9090'})).toBe('served');
  });
});

test.each([undefined, plain])(
  'Linkerd looks at no token, and knows no route that nobody may call: %j',
  (claims) => {
    const {'/public': open, '/denied': denied, '/clients': ofClients} = DOCUMENT.paths;
    const {service, security} = DOCUMENT['x-apigen'];
    const document = {
      ...{openapi: '3.1.0', paths: {'/public': open, '/denied': denied, '/clients': ofClients}},
      'x-apigen': {
        ...{mesh: 'linkerd', target: 'httproute', service},
        security: {...security, schemes: {}, probes: []},
      },
    };
    const [made, read] = [generate(document), routesOf(document)];
    const answers = read.routes.map(({access, path}) => {
      if (access === undefined || read.output === undefined) throw new Error('not enforced');
      const said = gatewayAnswer(claims ?? {}, access, read.output.input.settings, Date.now() / 1000);
      const sender = {client: 'shop/web', port: 8080};
      return [path, said, linkerdAnswer(made.objects, {method: 'GET', path}, sender)];
    });
    expect(answers).toEqual([
      ['/clients', 'served', 'served'],
      ['/denied', 404, 404],
      ['/public', 'served', 'served'],
    ]);
  },
);

test('Istio lets through what each operation asks for', () => {
  const servedAt = (path: string) =>
    Object.entries(TOKENS).flatMap(([name, claims]) => {
      const sender = {port: '8080', ...(claims && {claims})};
      return istioAnswer(objects, {method: 'GET', path}, sender) === 'served' ? [name] : [];
    });
  const right = [
    ...[
      'plain',
      'one scope',
      'both scopes',
      'both as a list',
      'a list with one text',
      'both in another claim',
    ],
    ...['a longer scope', 'admin'],
  ];
  const all = ['none', ...right, 'an audience as an address', 'partner', 'partner without scopes'];
  expect(Object.fromEntries(routes.map(({path}) => [path, servedAt(path)]))).toEqual({
    '/public': all,
    '/plain': right,
    '/both': ['both scopes', 'both as a list'],
    '/either': ['admin', 'partner'],
    '/optional': all,
    '/key': all,
    '/denied': [],
    '/clients': [],
    '/clients-and-token': [],
  });
});

const TEMPLATES = ['/items/{id}', '/items/{id}/parts', '/files/{+path}', '/exact', '/a.b/{id}'];
const ASKED = {
  ...{'/items/{id}': ['/items/7', '/items/a=b', '/items/a*', '/items/', '/items/%3D', '/items/%2F']},
  ...{'/items/{id}/parts': ['/items/7/parts', '/items//parts', '/items/=/parts']},
  ...{'/files/{+path}': ['/files/a', '/files/a/b', '/files/a//b', '/files/', '/files/a=b/c']},
  ...{'/exact': ['/exact', '/%65xact'], '/a.b/{id}': ['/a.b/c', '/x/../a.b/c']},
};

test('Istio refuses paths that its policy does not take, and no others', () => {
  const paths = Object.fromEntries(TEMPLATES.map((template) => [template, {get: {security: []}}]));
  const document = {...DOCUMENT, paths};
  const policies = generate(document).objects;
  const table = routesOf(document);
  const refused = table.routes.flatMap(({path, operation}) =>
    (ASKED[path as keyof typeof ASKED] ?? []).flatMap((sent) => {
      const compared = {method: 'GET', path: comparedPath(sent, MESHES.istio.service.pathSteps)};
      const isServed = istioAnswer(policies, compared, {port: '8080'}) === 'served';
      const settings = table.output?.input.settings;
      const template = settings && refusingPath(operation.expression, sent, settings);
      expect({sent, isServed: template === undefined}).toEqual({sent, isServed});
      return isServed ? [] : [sent];
    }),
  );
  expect(refused.sort()).toEqual(
    ['/items/a=b', '/items/a*', '/items/', '/items//parts', '/items/=/parts', '/files/a=b/c'].sort(),
  );
});
