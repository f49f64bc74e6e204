import {createHash} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {requestOf} from './answer-rows.ts';
import type {Answered, HostRequest} from './differences.ts';
import {httpRoutesOf} from './http-routes.ts';
import type {GatewayName, Served} from './served.ts';

/** What a gateway answered about a case. */
export interface Recording {
  readonly case: string;
  /** A digest of its HTTPRoutes. */
  readonly objects: string;
  /** By the rules that answered, as `Answered` has them: the requests. Or a digest of as many as are said. */
  readonly answers: Readonly<Record<string, readonly string[]>> | string;
}

const fileOf = (gateway: GatewayName) => path.join(import.meta.dirname, 'recordings', `${gateway}.jsonl`);

/** The recordings of a gateway, by their cases. */
export function readRecordings(gateway: GatewayName): Map<string, Recording> {
  const file = fileOf(gateway);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return new Map(lines.map((line): [string, Recording] => [JSON.parse(line).case, JSON.parse(line)]));
}

export function writeRecordings(gateway: GatewayName, recordings: Iterable<Recording>): void {
  writeFileSync(fileOf(gateway), [...recordings].map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** A digest of the HTTPRoutes of a description, as far as they decide which rule answers. */
export function objectsDigest({objects}: Served): string {
  const routes = httpRoutesOf(objects).map(({metadata: {namespace, name}, spec}) => ({
    namespace,
    name,
    spec,
  }));
  return digest(JSON.stringify(routes));
}

/** Answers as they are recorded; the first host of a description is left out. */
export function record({hosts: [usual]}: Served, answers: readonly Answered[]): Record<string, string[]> {
  const byRule: Record<string, string[]> = {};
  for (const {method, host, path: sent, rule} of answers) {
    const all = byRule[rule] ?? [];
    byRule[rule] = [...all, `${method} ${host === usual ? '' : `http://${host}`}${sent}`];
  }
  return byRule;
}

/** The answers that are recorded. */
export function recorded({hosts: [usual]}: Served, {answers}: Recording): Answered[] {
  if (typeof answers === 'string') return [];
  return Object.entries(answers).flatMap(([rule, texts]) =>
    texts.map((text) => ({...requestOf(text, usual), rule})),
  );
}

/** A short form of many answers. */
export function answersDigest(
  requests: readonly HostRequest[],
  ruleOf: (request: HostRequest, index: number) => string,
) {
  const lines = requests.map((one, index) => `${one.method} ${one.host}${one.path} ${ruleOf(one, index)}\n`);
  return `${requests.length} requests, ${digest(lines.join(''))}`;
}

/** A short form of a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
