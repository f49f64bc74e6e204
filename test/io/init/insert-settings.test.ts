import {describe, expect, it} from '@jest/globals';
import {load} from 'js-yaml';
import {isMap} from '../../../src/core/json.ts';
import {insertMembers, missingMembers} from '../../../src/io/init/insert-settings.ts';

const WANTED = {'x-apigen': {service: {name: 'shop'}, timeouts: {request_timeout: 10}}};
const LINES = `x-apigen:
  service:
    name: shop
  timeouts:
    request_timeout: 10
`;

function inserted(text: string, syntax: 'json' | 'yaml'): string | undefined {
  const content: unknown = load(text.replace(/^\ufeff/, ''));
  if (!isMap(content)) throw new Error('not a map');
  return insertMembers(text, syntax, missingMembers(content, WANTED).insertions, 'openapi');
}

describe('insertMembers', () => {
  it.each([
    {
      name: 'after the line of the version',
      given: `# a comment\n\nopenapi: '3.1.0' # quoted\n# of info\ninfo:   {title: Shop}\n`,
      want: `# a comment\n\nopenapi: '3.1.0' # quoted\n${LINES}# of info\ninfo:   {title: Shop}\n`,
    },
    {name: 'at the end of a text', given: 'openapi: 3.1.0', want: `openapi: 3.1.0\n${LINES}`},
    {
      name: 'with CR LF and a byte order mark',
      given: '\ufeffopenapi: 3.1.0\r\npaths: {}\r\n',
      want: `\ufeffopenapi: 3.1.0\r\n${LINES.replaceAll('\n', '\r\n')}paths: {}\r\n`,
    },
    {
      name: 'where some settings exist',
      given: 'openapi: 3.1.0\nx-apigen:\n    service:\n        # the name\n        name: shop\n',
      want: 'openapi: 3.1.0\nx-apigen:\n    timeouts:\n      request_timeout: 10\n    service:\n        # the name\n        name: shop\n',
    },
    {
      name: 'into a flow map',
      given: 'openapi: 3.1.0\nx-apigen: {service: {name: shop}}\n',
      want: 'openapi: 3.1.0\nx-apigen: {"timeouts": {"request_timeout": 10}, service: {name: shop}}\n',
    },
    {
      name: 'into an empty flow map',
      given: 'openapi: 3.1.0\nx-apigen: {service: {}, timeouts: {request_timeout: 10}}\n',
      want: 'openapi: 3.1.0\nx-apigen: {service: {"name": "shop"}, timeouts: {request_timeout: 10}}\n',
    },
    {
      name: 'nothing where all is set',
      given: `openapi: 3.1.0\n${LINES}`,
      want: `openapi: 3.1.0\n${LINES}`,
    },
  ])('$name in YAML', ({given, want}) => {
    expect(inserted(given, 'yaml')).toBe(want);
  });

  it.each([
    {
      name: 'as the first member',
      given: '{\n\t"openapi": "3.1.0", "é": 1\n}\n',
      want: '{\n\t"x-apigen": {\n\t\t"service": {\n\t\t\t"name": "shop"\n\t\t},\n\t\t"timeouts": {\n\t\t\t"request_timeout": 10\n\t\t}\n\t},\n\t"openapi": "3.1.0", "é": 1\n}\n',
    },
    {
      name: 'on the only line',
      given: '{"openapi":"3.1.0"}',
      want: '{"x-apigen": {"service": {"name": "shop"}, "timeouts": {"request_timeout": 10}}, "openapi":"3.1.0"}',
    },
    {
      name: 'after what is not ASCII',
      given: '{\n  "é": "€",\n  "x-apigen": {\n    "service": {"name": "shop"}\n  }\n}\n',
      want: '{\n  "é": "€",\n  "x-apigen": {\n    "timeouts": {\n      "request_timeout": 10\n    },\n    "service": {"name": "shop"}\n  }\n}\n',
    },
  ])('$name in JSON', ({given, want}) => {
    expect(inserted(given, 'json')).toBe(want);
  });
});
