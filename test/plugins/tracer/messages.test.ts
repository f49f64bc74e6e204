import {expect, it} from '@jest/globals';
import {maskCredentials} from '../../../plugins/tracer/src/process/run.ts';
import {helmError} from '../../../plugins/tracer/src/release/chart.ts';

it.each([
  {value: 'http://bob:hunter2@charts.test', want: 'http://***@charts.test'},
  {value: 'https://token@charts.test:8080/a', want: 'https://***@charts.test:8080/a'},
  {value: 'https://bob:a@b@charts.test', want: 'https://***@charts.test'},
  {
    value: 'Get "http://bob:x@a.test/i": "http://c:y@b.test"',
    want: 'Get "http://***@a.test/i": "http://***@b.test"',
  },
  {value: 'https://charts.test/@scope', want: 'https://charts.test/@scope'},
  {value: 'OCI://bob:x@registry.test/tracer', want: 'OCI://***@registry.test/tracer'},
  {value: 'oci://registry.test/tracer', want: 'oci://registry.test/tracer'},
])('messages hide the credentials in URLs $value', ({value, want}) => {
  expect(maskCredentials(value)).toBe(want);
});

const scope = {kubeconfig: undefined, context: 'here', namespace: 'shop'};
it.each([
  {
    reason: 'UPGRADE FAILED: timed out',
    want: 'cannot install: UPGRADE FAILED: timed out',
  },
  {
    reason:
      'execution error at (tracer/templates/server/configmap.yaml:1:4): Service kinda-query exists: leave backend.enabled out to read from it',
    want: 'cannot install: Service kinda-query exists: add --skip-backend to read from it',
  },
  ...[
    'UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress',
    'release: already exists',
    'cannot re-use a name that is still in use',
  ].map((reason) => ({
    reason,
    want: `another installation is in progress in namespace shop: wait until it has finished and run the same command again
if it was killed, remove its record, which deletes no data, and run the same command again: \`kubectl delete secrets,configmaps --selector 'owner=helm,name=tracer,status in (pending-install,pending-upgrade,pending-rollback)' --context here --namespace shop\``,
  })),
])('an error of helm is explained $reason', ({reason, want}) => {
  expect(helmError('cannot install', reason, scope).message).toBe(want);
});
