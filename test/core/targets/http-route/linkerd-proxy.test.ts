import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generated, given, httpRoutes, requestsOf} from '../../../meshes/described-paths.ts';
import {linkerdRule} from '../../../meshes/linkerd.ts';
import type {Request, Rule} from '../../../meshes/request.ts';

/** What linkerd2-proxy is asked: the rules of each HTTPRoute, and requests. */
interface Question {
  readonly routes: readonly (readonly Rule[])[];
  readonly requests: readonly Request[];
}

/** For each request the index of the HTTPRoute and that of its rule; `null` when none matches. */
type Answer = readonly (readonly [number, number] | null)[];

/** A program that answers with linkerd2-proxy's own code: a line of JSON for each line of JSON. */
const PROGRAM = process.env.APIGEN_TEST_LINKERD_PROXY;
const RECORDED = path.resolve('test/meshes/linkerd-proxy.jsonl');

function questions(seed: number, descriptions: number): Question[] {
  return fc.sample(given, {seed, numRuns: descriptions}).flatMap(({paths, texts}) => {
    const {objects} = generated(paths, {target: 'httproute'});
    const routes = httpRoutes(objects).map(({rules}) => rules.map(({matches}) => ({matches})));
    const requests = requestsOf(paths, texts);
    // Between HTTPRoutes the time of creation decides, so each order is possible.
    return [routes, routes.toReversed()].map((ordered) => ({routes: ordered, requests}));
  });
}

function linkerdAnswer({routes, requests}: Question): Answer {
  return requests.map((request) => {
    const rule = linkerdRule(
      routes.map((rules) => ({name: '', rules})),
      request,
    );
    if (rule === undefined) return null;
    const route = routes.findIndex((rules) => rules.includes(rule));
    return [route, routes[route]?.indexOf(rule) ?? -1];
  });
}

function lines<T>(text: string): T[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function proxyAnswers(program: string, asked: readonly Question[]): Answer[] {
  const input = asked.map((question) => `${JSON.stringify(question)}\n`).join('');
  return lines(execFileSync(program, {input, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY}));
}

if (PROGRAM !== undefined && process.env.APIGEN_REWRITE_CASES) {
  const asked = questions(1, 10);
  const answers = proxyAnswers(PROGRAM, asked);
  const record = asked.map((question, index) => `${JSON.stringify([question, answers[index]])}\n`);
  writeFileSync(RECORDED, record.join(''));
}

test('our comparator answers as linkerd2-proxy did', () => {
  const recorded = lines<[Question, Answer]>(readFileSync(RECORDED, 'utf8'));
  expect(recorded.map(([question]) => linkerdAnswer(question))).toEqual(recorded.map(([, answer]) => answer));
});

(PROGRAM === undefined ? test.skip : test)('our comparator answers as APIGEN_TEST_LINKERD_PROXY does', () => {
  const asked = questions(Number(process.env.APIGEN_FUZZ_SEED ?? 2), 400);
  expect(asked.map(linkerdAnswer)).toEqual(proxyAnswers(PROGRAM ?? '', asked));
});
