import {readFileSync} from 'node:fs';
import {expect, test} from '@jest/globals';
import {load} from 'js-yaml';
import {isMap, type JsonMap} from '../src/core/base/json.ts';
import {mapsIn} from '../src/core/targets/target.ts';
import {startCli} from './start-cli.ts';

const fileOf = (name: string) =>
  readFileSync(new URL(`other-generators/${name}.yaml`, import.meta.url), 'utf8');
const PAGE = readFileSync(new URL('../docs/from-other-generators.md', import.meta.url), 'utf8');

/** The object that a command of the page prints for a description. */
async function printed(command: string, description: string): Promise<unknown> {
  expect(PAGE).toContain(`\`apigen ${command}\``);
  const args = command.replace('openapi.yaml', '-').split(' ');
  const {stdout, ...others} = await startCli(args, {input: description});
  expect(others).toEqual({status: 0, stderr: ''});
  return load(stdout);
}

const byName = (first: JsonMap, second: JsonMap) => (String(first.name) < String(second.name) ? -1 : 1);

/** A route without the classes of responses that are not failures. */
function withFailures({responseClasses, ...route}: JsonMap): JsonMap {
  const classes = Array.isArray(responseClasses) ? responseClasses : [];
  const failures = classes.filter((one) => isMap(one) && one.isFailure === true);
  return failures.length > 0 ? {...route, responseClasses: failures} : route;
}

/** Printed by https://github.com/linkerd/linkerd2/blob/b24cd4059841f8cee2fb7a9c2ac23a693c583579/pkg/profiles/openapi.go. */
test('linkerd profile --open-api', async () => {
  const ours = await printed(
    'mesh openapi.yaml --mesh linkerd --read-linkerd-extensions --response_classes --service.name books --service.namespace shop -n shop',
    fileOf('linkerd/openapi'),
  );
  const theirs = load(fileOf('linkerd/printed'));
  const added = mapsIn(ours, 'routes').filter(({name}) => String(name).startsWith('TRACE '));
  expect(added).toHaveLength(1);
  expect(mapsIn(ours, 'routes').toSorted(byName)).toEqual(
    [...mapsIn(theirs, 'routes').map(withFailures), ...added].toSorted(byName),
  );
  expect(ours).toMatchObject({metadata: {name: 'books.shop.svc.cluster.local', namespace: 'shop'}});
});

/** From https://github.com/kubeshop/kusk-gen/blob/808a53fa464fbcdd51e85d8400ff1bf0ee25fdf8/generators/linkerd/linkerd_test.go. */
test.each(['prefix', 'disabled', 'timeout'])('kusk-gen linkerd, %s', async (name) => {
  const description = fileOf(`kusk/${name}`).replaceAll('x-kusk', 'x-apigen');
  const ours = await printed('mesh openapi.yaml --mesh linkerd --service.name webapp', description);
  expect(ours).toEqual(load(fileOf(`kusk/${name}.printed`)));
});

/** The matches of an HTTPRoute as `GET /pets/{}`; a parameter is a template in those of others, and an expression in ours. */
function requestsOf(route: unknown): string[] {
  const matches = mapsIn(isMap(route) ? route.spec : undefined, 'rules').flatMap((rule) =>
    mapsIn(rule, 'matches'),
  );
  return matches
    .map(({method, path}) =>
      `${method} ${isMap(path) ? path.value : ''}`.replaceAll(/\{\w+\}|\[\^\/\]\+/g, '{}'),
    )
    .sort();
}

const HOSTS = {hostnames: ['petstore.example.com']};

/**
 * Printed by 89ab0cd of https://github.com/kubernetes-sigs/ingress2gateway (its own fixture), and by 77c799a of
 * https://github.com/Kuadrant/kuadrantctl for one of its examples.
 */
test.each([
  ['ingress2gateway', 'mesh openapi.yaml --mesh envoy-gateway --gateway.name public', {gateway: HOSTS}],
  [
    'kuadrantctl',
    'mesh openapi.yaml',
    {mesh: 'envoy-gateway', gateway: {name: 'public', ...HOSTS}, path: {base: '/v1'}},
  ],
])('%s', async (name, command, settings) => {
  const extension = JSON.stringify({service: {name: 'petstore', port: 3000}, ...settings});
  const ours = await printed(command, `${fileOf(`${name}/openapi`)}\nx-apigen: ${extension}\n`);
  const theirs = load(fileOf(`${name}/printed`));
  expect(requestsOf(ours)).toEqual(requestsOf(theirs));
});
