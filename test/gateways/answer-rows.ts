import {casesIn} from '../cases-in.ts';
import type {HostRequest} from './differences.ts';
import type {GatewayName, Served, ServedRow} from './served.ts';

type Answers = Readonly<Record<string, string | number>>;

/** A row; what is different at a gateway has its name. */
export interface AnswerRow extends ServedRow, Partial<Record<GatewayName, Answers>> {
  /** By the request, with its host if that matters: the operation whose rule answers, or the status. */
  readonly answers: Answers;
}

export const answerRows = casesIn<AnswerRow>(import.meta.dirname, 'answers.yaml');

export const wantedAnswers = (row: AnswerRow, gateway: GatewayName): Answers => ({
  ...row.answers,
  ...row[gateway],
});

/** A request that is written `GET /pets`, or with its host: `GET http://a.example/pets`. */
export function requestOf(text: string, usual = 'localhost'): HostRequest {
  const [, method = '', host = usual, path = ''] = /^(\S+) (?:http:\/\/([^/]+))?(\/.*)$/.exec(text) ?? [];
  return {method, host, path};
}

/** The operation that a rule is for, of several that of the method. */
export function operationOf(served: Served | undefined, method: string, rule = ''): string | undefined {
  const all = served?.operations.get(rule);
  return all?.find((one) => one.startsWith(`${method} `)) ?? all?.join();
}
