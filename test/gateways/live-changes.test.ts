import path from 'node:path';
import {expect, test} from '@jest/globals';
import {until} from '../cluster/control-plane/start.ts';
import {startCli} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';
import {ask, type Place} from './ask.ts';
import {describeAt, whileServed} from './differences.ts';
import type {Reached} from './echo-server.ts';
import {LIVE_GATEWAY, LIVE_LISTENER} from './live-gateway.ts';
import {gatewayPrograms} from './programs.ts';

/** Paths with their timeouts in seconds, by which the rule that answers is known: Envoy passes it to the service. */
type Timeouts = Readonly<Record<string, number>>;

const timed = (count: number, pathOf: (n: number) => string, first = 1): Timeouts =>
  Object.fromEntries(Array.from({length: count}, (_, n) => [pathOf(n), n + first]));

const FEW = timed(10, (n) => `/zoo/${n}`);
const GROWN = {...timed(50, (n) => `/zoo/${n}`), ...timed(250, (n) => `/z${n % 25}/${n}`, 51)};
const MOVED = {
  ...timed(50, (n) => `/zoo/${n}`, 2),
  ...timed(250, (n) => `/${n % 2 ? 'y' : 'z'}${n % 25}/${n}`, 301),
};

const HOST = 'live.example';
const PETS = {name: 'pets', namespace: 'live'};

function describe(timeouts: Timeouts): string {
  const operation = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});
  const paths = Object.fromEntries(
    Object.entries(timeouts).map(([one, seconds]) => [one, operation(seconds)]),
  );
  const gateway = {...LIVE_GATEWAY, hostnames: [HOST]};
  const settings = {mesh: 'contour', gateway, namespace: PETS.namespace, service: {...PETS, port: 80}};
  return JSON.stringify({openapi: '3.1.0', 'x-apigen': settings, paths});
}

/** What answers a path: the timeout of its rule, or the status. */
async function answerOf(place: Place, path: string): Promise<string> {
  const {status, body} = await ask(place, {method: 'GET', path, host: HOST});
  if (status !== 200) return `${status}`;
  const {headers}: Reached = JSON.parse(body);
  return `${headers['x-envoy-expected-rq-timeout-ms']} ms`;
}

const expected = (timeouts: Timeouts, path: string) =>
  timeouts[path] === undefined ? '404' : `${timeouts[path]}000 ms`;

/** The answers to a request every 10 ms while something is done, which go through all paths again and again. */
async function answersWhile(place: Place, all: readonly string[], done: () => Promise<void>) {
  const answers: Promise<{path: string; answer: string}>[] = [];
  const timer = setInterval(() => {
    const path = all[answers.length % all.length] ?? '';
    answers.push(answerOf(place, path).then((answer) => ({path, answer})));
  }, 10);
  await done().finally(() => clearInterval(timer));
  return Promise.all(answers);
}

describeAt('contour', 'serves what is served before or after while `apigen apply` runs', () => {
  const service = {
    ...{apiVersion: 'v1', kind: 'Service', metadata: PETS, spec: {ports: [{name: 'http', port: 80}]}},
  };
  const running = whileServed(async () => [{objects: [service]}], 'contour');
  const {kubeconfig: KUBECONFIG = '', kubectl = ''} = gatewayPrograms()?.running ?? {};
  const env = {KUBECONFIG, PATH: `${path.dirname(kubectl)}${path.delimiter}${process.env.PATH}`};
  const cwd = folderWith();
  const apply = async (timeouts: Timeouts) => {
    writeIn(cwd, 'a.json', describe(timeouts));
    const args = ['apply', 'a.json', '--yes', '--only-described'];
    expect(await startCli(args, {cwd, env})).toMatchObject({status: 0});
  };

  test.each([
    {name: 'grown', before: FEW, after: GROWN},
    {name: 'moved', before: GROWN, after: MOVED},
    {name: 'shrunk', before: MOVED, after: FEW},
  ])('when the description is $name', async ({before, after}) => {
    const place = running.gateway?.ports.get(LIVE_LISTENER) ?? 0;
    const all = [...new Set([...Object.keys({...before, ...after}), '/none'])];
    const applied = async (timeouts: Timeouts) => {
      const last = () => Promise.all(all.map((one) => answerOf(place, one)));
      const wanted = all.map((one) => expected(timeouts, one));
      await apply(timeouts);
      await until(async () => `${await last()}` === `${wanted}`).catch(() => {});
      expect(await last()).toEqual(wanted);
    };
    await applied(before);
    const answers = await answersWhile(place, all, () => applied(after));
    const gaps = answers.filter(
      ({path: one, answer}) => ![expected(before, one), expected(after, one)].includes(answer),
    );
    expect({gaps, several: answers.length > 100}).toEqual({gaps: [], several: true});
  });
});
