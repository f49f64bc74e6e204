import {describe, expect, it} from '@jest/globals';
import {load} from 'js-yaml';
import {isMap} from '../../../src/core/json.ts';
import {insertMembers} from '../../../src/io/init/insert-settings.ts';
import {missingMembers} from '../../../src/io/init/missing-members.ts';

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
    {
      name: 'before a version at the end of the text',
      given: 'paths: {}\nopenapi: 3.1.0',
      want: `paths: {}\n${LINES}openapi: 3.1.0`,
    },
    {
      name: 'after a version in a block scalar',
      given: 'openapi: >-\n  3.1.0\npaths: {}\n',
      want: `openapi: >-\n  3.1.0\n${LINES}paths: {}\n`,
    },
    {
      name: 'after a version in a block scalar at the end of the text',
      given: 'paths: {}\nopenapi: >-\n  3.1.0\n',
      want: `paths: {}\nopenapi: >-\n  3.1.0\n${LINES}`,
    },
    {
      name: 'before a version in a block scalar at the end of the text, without a line break',
      given: 'paths: {}\nopenapi: >-\n  3.1.0',
      want: `paths: {}\n${LINES}openapi: >-\n  3.1.0`,
    },
    {
      name: 'with the indentation of the other lines',
      given: 'openapi: 3.1.0\nservers:\n  - url: /a\ninfo: # ours\n\n    # the name\n    title: Shop\n',
      want: `openapi: 3.1.0\n${LINES.replaceAll('  ', '    ')}servers:\n  - url: /a\ninfo: # ours\n\n    # the name\n    title: Shop\n`,
    },
    {
      name: 'below a key without a value',
      given: 'openapi: 3.1.0\nx-apigen: # ours\n  # later\npaths: {}\n',
      want: `openapi: 3.1.0\nx-apigen: # ours\n${LINES.replace('x-apigen:\n', '')}  # later\npaths: {}\n`,
    },
    {
      name: 'below a key without a value at the end of the text',
      given: 'openapi: 3.1.0\r\n"x-apigen":',
      want: `openapi: 3.1.0\r\n"x-apigen":\r\n${LINES.replace('x-apigen:\n', '').replaceAll('\n', '\r\n')}`,
    },
    {
      name: 'below a setting without a value',
      given: 'openapi: 3.1.0\nx-apigen:\n  service:\n  timeouts: {request_timeout: 10}\n',
      want: 'openapi: 3.1.0\nx-apigen:\n  service:\n    name: shop\n  timeouts: {request_timeout: 10}\n',
    },
    {
      name: 'not in place of a null',
      given: 'openapi: 3.1.0\nx-apigen: null # for now\n',
      want: undefined,
    },
    {name: 'not for a null in braces', given: 'openapi: 3.1.0\nx-apigen: {service: }\n', want: undefined},
    {
      name: 'with CR LF and a byte order mark',
      given: '\ufeffopenapi: 3.1.0\r\npaths: {}\r\n',
      want: `\ufeffopenapi: 3.1.0\r\n${LINES.replaceAll('\n', '\r\n')}paths: {}\r\n`,
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
      name: 'into an empty flow map',
      given: 'openapi: 3.1.0\nx-apigen: {service: {}, timeouts: {request_timeout: 10}}\n',
      want: 'openapi: 3.1.0\nx-apigen: {service: {"name": "shop"}, timeouts: {request_timeout: 10}}\n',
    },
    {
      name: 'into a flow map with a space after its brace',
      given: 'openapi: 3.1.0\nx-apigen: { service: { }, timeouts: {request_timeout: 10} }\n',
      want: 'openapi: 3.1.0\nx-apigen: { service: { "name": "shop" }, timeouts: {request_timeout: 10} }\n',
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
      name: 'on the only line, with the spaces that it has',
      given: '{ "openapi": "3.1.0" }',
      want: '{ "x-apigen": {"service": {"name": "shop"}, "timeouts": {"request_timeout": 10}}, "openapi": "3.1.0" }',
    },
    {
      name: 'with the indentation behind a byte order mark',
      given: '\ufeff{\n    "openapi": "3.1.0"\n}\n',
      want: '\ufeff{\n    "x-apigen": {\n        "service": {\n            "name": "shop"\n        },\n        "timeouts": {\n            "request_timeout": 10\n        }\n    },\n    "openapi": "3.1.0"\n}\n',
    },
    {name: 'not in place of a null', given: '{"openapi": "3.1.0", "x-apigen": null}', want: undefined},
    {
      name: 'after what is not ASCII',
      given: '{\n  "é": "€",\n  "x-apigen": {\n    "service": {"name": "shop"}\n  }\n}\n',
      want: '{\n  "é": "€",\n  "x-apigen": {\n    "timeouts": {\n      "request_timeout": 10\n    },\n    "service": {"name": "shop"}\n  }\n}\n',
    },
  ])('$name in JSON', ({given, want}) => {
    expect(inserted(given, 'json')).toBe(want);
  });
});
