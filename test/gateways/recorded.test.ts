import path from 'node:path';
import {afterAll, describe, expect, test} from '@jest/globals';
import {type Guard, guard} from '../cluster/control-plane/guard.ts';
import {CORPORA, corpusFolder} from '../corpus/packages.ts';
import {answerRows, operationOf, requestOf, wantedAnswers} from './answer-rows.ts';
import {connectedNetwork} from './contour-network.ts';
import {
  type Answered,
  answersOf,
  differences,
  type HostRequest,
  requestsTo,
  whileServed,
} from './differences.ts';
import type {RunningGateway} from './envoy-gateway.ts';
import {KNOWN, KNOWN_AT_TRAEFIK, SERVED_CASES, servedCase} from './golden-served.ts';
import {startIstio} from './istio.ts';
import {gatewayPrograms} from './programs.ts';
import {servedFile} from './published.ts';
import {
  answersDigest,
  objectsDigest,
  type Recording,
  readRecordings,
  record,
  recorded,
  writeRecordings,
} from './recordings.ts';
import {RECORDED_GATEWAYS, type Served, servedRow} from './served.ts';
import {startTraefik} from './traefik.ts';

const {APIGEN_TEST_ISTIO: pilot, APIGEN_TEST_TRAEFIK: traefik, APIGEN_REWRITE_CASES} = process.env;
/** How many requests of a golden case are recorded, and of GitHub's description. */
const REQUESTS = {golden: 40, github: 1300};
const GITHUB = 'api.github.com.json';

/** Starts a gateway whose program is in the environment. */
async function start(gateway: (typeof RECORDED_GATEWAYS)[number], guarded: Guard) {
  const {kubernetes = '', envoy = ''} = gatewayPrograms() ?? {};
  const network = await connectedNetwork(guarded);
  if (gateway === 'traefik') return startTraefik({kubernetes, traefik: `${traefik}`}, network, guarded);
  const kind = gateway === 'istio' ? 'gateway' : 'client';
  return startIstio({kubernetes, envoy, pilot: `${pilot}`}, network, guarded, kind);
}

async function servedCases(gateway: (typeof RECORDED_GATEWAYS)[number]): Promise<Map<string, Served>> {
  const served = new Map<string, Served>();
  for (const row of answerRows)
    if (gateway !== 'istio-service' || !('gateway' in (row.settings ?? {})))
      served.set(row.title, servedRow(row, gateway));
  for (const golden of SERVED_CASES) {
    const one = await servedCase(golden, gateway);
    if (one) served.set(golden.name, one);
  }
  const [, github] = await Promise.all(CORPORA.map(corpusFolder));
  const file = path.join(`${github}`, GITHUB);
  const one = await servedFile({file, namespace: 'github'}, gateway);
  if (one) served.set(GITHUB, one);
  return served;
}

/** The golden cases of rate limits, which none of them has: they differ from others by a warning. */
const OF_LIMITS = ['rate-limits', 'rate-limits-of-a-service-profile', 'rate-limits-of-contour'];

describe.each(RECORDED_GATEWAYS)('recorded: %s', (gateway) => {
  const recordings = readRecordings(gateway);
  const asked = new Map<string, Recording>();
  const isAsked = (gateway === 'traefik' ? traefik : pilot) !== undefined;
  let made: Promise<Map<string, Served>> | undefined;
  const served = () => (made ??= servedCases(gateway));
  const guarded = isAsked ? guard() : undefined;
  const running: {gateway?: RunningGateway} = guarded
    ? whileServed(
        async () => [...(await served()).values()],
        gateway,
        () => start(gateway, guarded),
      )
    : {};
  afterAll(async () => {
    await guarded?.close();
    if (!isAsked || !APIGEN_REWRITE_CASES) return;
    const cases = await served();
    const all = [...new Map([...recordings, ...asked]).values()];
    writeRecordings(
      gateway,
      all.filter((one) => cases.has(one.case)),
    );
  });

  /** The answers of the gateway, or the recorded ones; none of a case that was not recorded. */
  async function answersTo(
    name: string,
    served: Served,
    requests: readonly HostRequest[],
  ): Promise<Answered[]> {
    const found = recordings.get(name);
    if (!running.gateway) {
      if (found) expect({name, objects: found.objects}).toEqual({name, objects: objectsDigest(served)});
      return found ? recorded(served, found) : [];
    }
    const answers = await answersOf(running.gateway, served, requests);
    asked.set(name, {case: name, objects: objectsDigest(served), answers: record(served, answers)});
    if (!APIGEN_REWRITE_CASES) expect(asked.get(name)).toEqual(found);
    return answers;
  }

  test.each(answerRows)('answers: $title', async (row) => {
    const one = (await served()).get(row.title);
    if (one === undefined) return;
    const want = wantedAnswers(row, gateway);
    const requests = Object.keys(want)
      .map((text) => requestOf(text))
      .map((asked) => ({...asked, host: one.hostOf(asked.host)}));
    const answers = await answersTo(row.title, one, requests);
    if (answers.length === 0) return;
    const found = Object.keys(want).map((text, index) => {
      const request = requests[index];
      const is = ({method, host, path: sent}: Answered) =>
        method === request?.method && host === request.host && sent === request.path;
      const {rule = 'not recorded'} = answers.find(is) ?? {};
      const status = rule === 'none' ? 404 : Number(/^status (.*)/.exec(rule)?.[1]);
      return [text, operationOf(one, requestOf(text).method, rule) ?? (status || rule)];
    });
    expect(Object.fromEntries(found)).toEqual(want);
  });

  test.each(SERVED_CASES)('golden case $name', async ({name}) => {
    const one = (await served()).get(name);
    if (one === undefined) return;
    const answers = await answersTo(name, one, requestsTo(one, REQUESTS.golden));
    const known = [...KNOWN, ...(gateway === 'traefik' ? KNOWN_AT_TRAEFIK : [])];
    const isKnown = (difference: string) => known.some(([, pattern]) => pattern.test(difference));
    expect(differences(one, answers).filter((difference) => !isKnown(difference))).toEqual([]);
  });

  test('GitHub', async () => {
    const one = (await served()).get(GITHUB);
    if (one === undefined) throw new Error('not served');
    const requests = requestsTo(one, REQUESTS.github);
    if (running.gateway) {
      const answers = await answersOf(running.gateway, one, requests);
      expect(differences(one, answers)).toEqual([]);
      const short = answersDigest(requests, (_, index) => answers[index]?.rule ?? '');
      asked.set(GITHUB, {case: GITHUB, objects: objectsDigest(one), answers: short});
    }
    const found = asked.get(GITHUB) ?? recordings.get(GITHUB);
    for (const ruleOf of Object.values(one.expected))
      expect(found).toEqual({
        ...{case: GITHUB, objects: objectsDigest(one)},
        answers: answersDigest(requests, (asked) => ruleOf(asked, asked.host)),
      });
  });

  test('every recording is of a case, and every case is recorded', async () => {
    const cases = await served();
    expect([...recordings.keys()].filter((name) => !cases.has(name))).toEqual([]);
    const missing = [...cases.keys()].filter((name) => !recordings.has(name) && !OF_LIMITS.includes(name));
    expect(missing).toEqual([]);
    expect(recordings.size).toBeGreaterThan(100);
  });
});
