import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generated, given, httpRoutes, requestsOf} from '../../../meshes/described-paths.ts';
import {linkerdRule} from '../../../meshes/linkerd.ts';
import {programAnswers, recordedAnswers} from '../../../meshes/recorded-answers.ts';
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

test('our comparator answers as linkerd2-proxy did', () => {
  const {model, program} = recordedAnswers({
    program: PROGRAM,
    file: 'linkerd-proxy.jsonl',
    questions: () => questions(1, 10),
    model: linkerdAnswer,
  });
  expect(model).toEqual(program);
});

(PROGRAM === undefined ? test.skip : test)('our comparator answers as APIGEN_TEST_LINKERD_PROXY does', () => {
  const asked = questions(Number(process.env.APIGEN_FUZZ_SEED ?? 2), 400);
  expect(asked.map(linkerdAnswer)).toEqual(programAnswers(PROGRAM ?? '', asked));
});
