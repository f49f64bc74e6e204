import {expect, it} from '@jest/globals';
import {load} from 'js-yaml';
import {gapsIn, insertMembers} from '../../../src/commands/init/insert-members.ts';
import {isMap} from '../../../src/core/base/json.ts';

const WANTED = {'x-apigen': {service: {name: 'shop'}, timeouts: {request_timeout: 10}}};
const LINES = `x-apigen:
  service:
    name: shop
  timeouts:
    request_timeout: 10
`;

function inserted(text: string): string | undefined {
  const content: unknown = load(text);
  if (!isMap(content)) throw new Error('not a map');
  return insertMembers(text, gapsIn(content, WANTED), 'openapi');
}

it.each([
  {
    name: 'after the line of the version',
    given: `# a comment\n\nopenapi: '3.1.0' # quoted\n# of info\ninfo:   {title: Shop}\n`,
    want: `# a comment\n\nopenapi: '3.1.0' # quoted\n${LINES}# of info\ninfo:   {title: Shop}\n`,
  },
  {
    name: 'with the indentation of the other lines',
    given: 'openapi: 3.1.0\nservers:\n  - url: /a\ninfo: # ours\n\n    # the name\n    title: Shop\n',
    want: `openapi: 3.1.0\n${LINES.replaceAll('  ', '    ')}servers:\n  - url: /a\ninfo: # ours\n\n    # the name\n    title: Shop\n`,
  },
  {
    name: 'with CR LF',
    given: 'openapi: 3.1.0\r\npaths: {}\r\n',
    want: `openapi: 3.1.0\r\n${LINES.replaceAll('\n', '\r\n')}paths: {}\r\n`,
  },
  {
    name: 'where some settings exist',
    given: 'openapi: 3.1.0\nx-apigen:\n    service:\n        # the name\n        name: shop\n',
    want: 'openapi: 3.1.0\nx-apigen:\n    timeouts:\n        request_timeout: 10\n    service:\n        # the name\n        name: shop\n',
  },
  {
    name: 'into a flow map',
    given: 'openapi: 3.1.0\nx-apigen: {service: {name: shop}}\n',
    want: 'openapi: 3.1.0\nx-apigen: {"timeouts": {"request_timeout": 10}, service: {name: shop}}\n',
  },
  {
    name: 'nothing where all is set',
    given: `openapi: 3.1.0\n${LINES}`,
    want: `openapi: 3.1.0\n${LINES}`,
  },
])('$name in YAML', ({given, want}) => {
  expect(inserted(given)).toBe(want);
});

it.each([
  {
    name: 'as the first member',
    given: '{\n\t"openapi": "3.1.0", "é": 1\n}\n',
    want: '{\n\t"x-apigen": {"service": {"name": "shop"}, "timeouts": {"request_timeout": 10}},\n\t"openapi": "3.1.0", "é": 1\n}\n',
  },
  {
    name: 'on the only line',
    given: '{"openapi":"3.1.0"}',
    want: '{"x-apigen": {"service": {"name": "shop"}, "timeouts": {"request_timeout": 10}}, "openapi":"3.1.0"}',
  },
  {
    name: 'after what is not ASCII',
    given: '{\n  "é": "€",\n  "x-apigen": {\n    "service": {"name": "shop"}\n  }\n}\n',
    want: '{\n  "é": "€",\n  "x-apigen": {\n    "timeouts": {"request_timeout": 10},\n    "service": {"name": "shop"}\n  }\n}\n',
  },
])('$name in JSON', ({given, want}) => {
  expect(inserted(given)).toBe(want);
});
