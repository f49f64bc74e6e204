import {expect, test} from '@jest/globals';
import {suggestName, suggestSettings} from '../../../src/commands/init/suggest-settings.ts';

const TITLES = [
  {title: 'API', name: undefined},
  {title: 'APIFlask', name: undefined},
  {title: 'Elysia Documentation', name: undefined},
  {title: 'FastAPI', name: undefined},
  {title: 'Generated API', name: undefined},
  {title: 'Hono Documentation', name: undefined},
  {title: 'Litestar API', name: undefined},
  {title: 'NinjaAPI', name: undefined},
  {title: 'OpenAPI', name: undefined},
  {title: 'OpenAPI definition', name: undefined},
  {title: 'Robyn API', name: undefined},
  {title: 'Service API Document', name: undefined},
  {title: 'TSOA', name: undefined},
  {title: 'shop/v1/orders.proto', name: undefined},
  {title: '', name: undefined},
  {title: 7, name: undefined},
  {title: 'Orders OpenAPI definition', name: 'orders-definition'},
  {title: 'FastAPI Orders', name: 'fastapi-orders'},
  {title: 'Proto', name: 'proto'},
];

test.each(TITLES)('the title $title suggests the name $name', ({title, name}) => {
  const document = {openapi: '3.1.0', info: {title}};
  expect(suggestSettings(document)['service.name']?.text).toBe(name);
  expect(suggestName('{title}', 'a.yaml', document)['service.name']?.text).toBe(name);
});
