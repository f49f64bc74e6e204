import {expect, test} from '@jest/globals';
import {hostOfRequest, isForHost, pathOfTarget, readRequest} from '../../../src/core/routes/request.ts';

test.each([
  {text: 'GET /v1/pets/42', want: {method: 'GET', path: '/v1/pets/42'}},
  {text: ' get  /a/ HTTP/2 ', want: {method: 'GET', path: '/a/'}},
  {text: '/a b', want: {path: '/a%20b'}},
  {text: 'GET /a?b HTTP/1.1', want: {method: 'GET', path: '/a'}},
  {text: 'M-SEARCH /a#b', want: {method: 'M-SEARCH', path: '/a'}},
  {
    text: 'https://user:p@Example.com:80/a/{id}?b',
    want: {path: '/a/%7Bid%7D'},
    host: 'Example.com',
  },
  {text: 'PUT h2c+x://[::1]:80', want: {method: 'PUT', path: '/'}, host: '[::1]'},
  {text: '/a/http://b', want: {path: '/a/http://b'}},
  {text: 'pets', want: undefined},
  {text: 'GET', want: undefined},
])('the request $text', ({text, want, host}) => {
  expect(readRequest(text)).toEqual(want);
  expect(hostOfRequest(text)).toBe(host);
});

test.each([
  {target: 'http://a?b', want: '/'},
  {target: 'http://a/b?c', want: '/b'},
  {target: '?a', want: ''},
  {target: '*', want: '*'},
])('the path of the target $target in a log', ({target, want}) => {
  expect(pathOfTarget(target)).toBe(want);
});

test.each([
  {hostnames: [], host: 'a.example', want: true},
  {hostnames: ['a.example'], host: undefined, want: true},
  {hostnames: ['a.example', 'b.example'], host: 'A.example', want: true},
  {hostnames: ['b.example'], host: 'a.example', want: false},
  {hostnames: ['*.example'], host: 'a.b.example', want: true},
  {hostnames: ['*.example'], host: 'example', want: false},
])('routes for the hostnames $hostnames get requests to $host: $want', ({hostnames, host, want}) => {
  expect(isForHost(host, hostnames)).toBe(want);
});
