import {describe, expect, it} from '@jest/globals';
import {advised} from '../../../plugins/tracer/src/advice.ts';
import {text} from '../../../plugins/tracer/src/texts.ts';

describe('a message hides who logs in by an address', () => {
  it.each([
    {value: 'http://bob:hunter2@charts.test', want: 'http://***@charts.test'},
    {value: 'https://token@charts.test:8080/a', want: 'https://***@charts.test:8080/a'},
    {value: 'https://bob:a@b@charts.test', want: 'https://***@charts.test'},
    {
      value: 'Get "http://bob:x@a.test/i": "http://c:y@b.test"',
      want: 'Get "http://***@a.test/i": "http://***@b.test"',
    },
    {value: 'https://charts.test/@scope', want: 'https://charts.test/@scope'},
    {value: 'oci://registry.test/tracer', want: 'oci://registry.test/tracer'},
  ])('$value', ({value, want}) => {
    expect(text('chartRefused', {reason: value})).toBe(`The chart cannot be installed: ${want}`);
  });
});

describe('advice', () => {
  const place = {kubeconfig: undefined, context: 'here', namespace: 'shop'};
  it.each([
    {
      complaint: 'UPGRADE FAILED: another operation is in progress',
      want: 'UPGRADE FAILED: another operation is in progress',
    },
    {
      complaint:
        'execution error at (tracer/templates/server/configmap.yaml:1:4): Service kinda-query is there: leave backend.enabled out to read from it',
      want: 'Service kinda-query is there: add --skip-backend to read from it',
    },
  ])('$complaint', ({complaint, want}) => {
    expect(advised(complaint, place)).toBe(want);
  });
});
