import {readFileSync} from 'node:fs';
import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {loadAll} from 'js-yaml';
import {mapsOf, ownValue, valueAt} from '../../../../src/core/base/json.ts';
import {
  CALLERS,
  callersIn,
  given,
  givenTwo,
  objectsBetween,
  objectsOf,
  requestsFor,
} from '../../../meshes/described-callers.ts';
import {linkerdAnswer} from '../../../meshes/linkerd-policies.ts';
import {programAnswers, recordedAnswers} from '../../../meshes/recorded-answers.ts';
import type {Request} from '../../../meshes/request.ts';

/** What is asked: objects in the order of their age, with a pod, and requests to it, each from all senders. */
interface Question {
  readonly objects: readonly object[];
  readonly senders: readonly {readonly address: string; readonly identity?: string; readonly port: number}[];
  readonly requests: readonly Request[];
}

/** For each request what each sender gets. */
type Answer = readonly (readonly ReturnType<typeof linkerdAnswer>[])[];

/** A program that answers with the code of Linkerd's policy controller and of its proxy. */
const PROGRAM = process.env.APIGEN_TEST_LINKERD_POLICIES;

const identityOf = (account: string, domain = 'cluster.local') =>
  `${account}.serviceaccount.identity.linkerd.${domain}`;

/** The first are those of `CALLERS`. */
const SENDERS = [
  {address: '10.1.2.3'},
  {address: 'fd00::3', identity: identityOf('web.shop')},
  {address: '10.1.2.3', identity: identityOf('cli.shop')},
  {address: 'fd00::3', identity: identityOf('cli.admin')},
  {address: '192.0.2.3', identity: identityOf('web.shop', 'example.com')},
  {address: '127.0.0.1'},
];

/** A pod that the Servers are for, with a probe at each of their ports, and its senders, of whom one asks for another port. */
function asked(objects: readonly object[], requests: readonly Request[]): Question {
  const servers = objects.filter((one) => ownValue(one, 'kind') === 'Server');
  const ports = servers.map((one) => Number(valueAt(one, '/spec/port')));
  const labels = valueAt(servers[0], '/spec/podSelector/matchLabels');
  const containers = ports.map((port) => ({
    name: `c${port}`,
    ports: [{containerPort: port}],
    readinessProbe: {httpGet: {path: '/healthz', port}},
  }));
  const metadata = {name: 'pod', namespace: valueAt(servers[0], '/metadata/namespace'), labels};
  const pod = {apiVersion: 'v1', kind: 'Pod', metadata, spec: {containers}};
  const senders = ports.flatMap((port) => SENDERS.map((sender) => ({...sender, port})));
  return {
    objects: [pod, ...objects],
    senders: [...senders, {address: '10.1.2.3', port: 9}],
    requests,
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
const PATHS =
  '/ /v1 /articles /V1/articles /healthz /healthz/ /ready /v1/metrics /v1/internal /v1/articles/../internal ' +
  '/v1/articles /v1/articles/ /v1/articles/7 /v1/articles/7/';

function golden(): Question[] {
  const requests = PATHS.split(' ').flatMap((path) => METHODS.map((method) => ({method, path})));
  return ['security-linkerd', 'security-linkerd-all-denied'].map((name) => {
    const objects = loadAll(readFileSync(`test/cases/${name}/want.yaml`, 'utf8'));
    return asked(mapsOf(objects), requests);
  });
}

/** Questions about random descriptions with objects of either age, and who may send a request. */
function described(seed: number, numRuns: number) {
  return fc.sample(given, {seed, numRuns}).flatMap(({described, values, path}) => {
    const objects = objectsOf(described, path);
    const requests = requestsFor(described, values, path);
    const callers = requests.map(callersIn(described, objects));
    const ages = objects.length === 0 ? [] : [objects, objects.toReversed()];
    return ages.map((all) => ({question: asked(all, requests), callers}));
  });
}

/** Questions about what is there while one description replaces another. */
function between(seed: number, numRuns: number): Question[] {
  return fc.sample(givenTwo, {seed, numRuns}).flatMap(({before, after, values, seed}) => {
    const [old, next] = [objectsOf(before, {}), objectsOf(after, {})];
    if (old.length === 0 || next.length === 0) return [];
    return asked(objectsBetween(old, next, seed), requestsFor({...before, ...after}, values, {}));
  });
}

function modelAnswer({objects, senders, requests}: Question): Answer {
  return requests.map((request) =>
    senders.map(({address, identity = '', port}) => {
      const [, name, namespace] = /^(.*)\.(.*)\.serviceaccount.*\.cluster\.local$/.exec(identity) ?? [];
      const client = name && `${namespace}/${name}`;
      return linkerdAnswer(objects, request, {address, port, ...(client && {client})});
    }),
  );
}

const {questions, model, program} = recordedAnswers({
  program: PROGRAM,
  file: 'linkerd-policies.jsonl',
  questions: () => [...golden(), ...described(1, 8).map(({question}) => question), ...between(1, 8)],
  model: modelAnswer,
});

test('our model answers as the policy controller and the proxy did, about what apigen writes today', () => {
  expect(model).toEqual(program);
  expect(questions.slice(0, 2)).toEqual(JSON.parse(JSON.stringify(golden())));
});

test('whom the policy controller and the proxy served are those whom the golden case lets in', () => {
  const names = ['public', 'shop/web', 'shop/cli', 'admin/cli', 'another trust domain', 'localhost'];
  const rows = questions[0]?.requests.map(({method, path}, index) => {
    return [`${method} ${path}`, served(program[0]?.[index], names)] as const;
  });
  expect(Object.fromEntries(rows?.filter(([, callers]) => callers.length > 0) ?? [])).toEqual({
    'GET /v1/articles': names,
    'HEAD /v1/articles': names,
    'POST /v1/articles': ['shop/web', 'admin/cli', 'localhost'],
    // A parameter may be empty.
    'GET /v1/articles/': names,
    'HEAD /v1/articles/': names,
    'PUT /v1/articles/': ['shop/web', 'localhost'],
    'GET /v1/articles/7': names,
    'HEAD /v1/articles/7': names,
    'PUT /v1/articles/7': ['shop/web', 'localhost'],
    'GET /v1/metrics': names,
    'HEAD /v1/metrics': names,
    'GET /healthz': names,
    'GET /ready': names,
  });
});

(PROGRAM === undefined ? test.skip : test)(
  'APIGEN_TEST_LINKERD_POLICIES serves whom a description lets in',
  () => {
    const seed = Number(process.env.APIGEN_FUZZ_SEED ?? 2);
    const [pure, mixed] = [described(seed, 400), between(seed, 400)];
    const all = [...pure.map(({question}) => question), ...mixed];
    const answers = programAnswers<Answer>(PROGRAM ?? '', all);
    expect(answers).toEqual(all.map(modelAnswer));
    const callers = answers.slice(0, pure.length).map((rows) => rows.map((row) => served(row, CALLERS)));
    expect(callers).toEqual(pure.map(({callers}) => callers));
  },
);

/** Of the first senders, whose names are given, those who were served. */
function served<Name>(row: Answer[number] | undefined, names: readonly Name[]): Name[] {
  return names.filter((_, sender) => row?.[sender] === 'served');
}
