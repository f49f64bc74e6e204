import {DURATION_PART, millisecondsOf, secondsOf, UNITS} from '../../core/base/duration.ts';
import {isMap, type JsonMap, ownValue, parseJsonMap} from '../../core/base/json.ts';
import {asOnTheWire, asSent} from '../../core/routes/path-expression.ts';
import {hostOfTarget, METHOD, pathOfTarget, type Request} from '../../core/routes/request.ts';
import {BY_TIMEOUT, type JsonFormat, TEXT_FORMATS, WRAPPERS} from './formats.ts';
import {readLogFields} from './log-fields.ts';

/** A request, and what the log says of it. */
export interface LoggedRequest extends Request {
  /** Without the port. */
  readonly host?: string;
  /** How long it took; with `field`, if the number there has the smallest unit that it may have. */
  readonly milliseconds?: number;
  /** Where the number is whose unit all lines decide; `''` is the end of lines. */
  readonly field?: string;
  /** Of the response. */
  readonly status?: number;
  /** Whether the log says that a timeout ended it. */
  readonly isCut?: true;
  /** Whether it is from a list by hand, which has nothing else. */
  readonly isListed?: true;
}

/**
 * The method, the target and the version in quotes. A method is a token, and a target a path, an address, a host with a port, or
 * `*`. Source: RFC 9112, section 3.
 */
const QUOTED = new RegExp(
  String.raw`"(${METHOD}) (/\S*|/[^"]*(?= HTTP/\d)|[A-Za-z][A-Za-z0-9+.-]*://\S+|[^\s"/]+:\d+|\*)(?: HTTP/\d(?:\.\d)?)?"`,
);

/** A method and a path or an address, as in a list by hand, or the first line of a request; maybe after the prefix of a container runtime. */
const BARE = new RegExp(
  String.raw`^\s*(?:\S+ std(?:out|err) [FP] )?(${METHOD})\s+(/\S*|https?://\S+)(?:\s+HTTP/\d(?:\.\d)?)?\s*$`,
);

/** A target in a field, or the first line of a request. */
const TARGET = new RegExp(String.raw`^(?:(${METHOD}) )?(.+?)(?: HTTP/\d(?:\.\d)?)?$`);

/** The status after a request, in most formats. */
const STATUS = /^(?: |.* status=)(\d{3})(?=\s|$)/;

/** Reads the lines of one log. */
export class AccessLog {
  readonly #fields: ReturnType<typeof readLogFields>;
  readonly #numbers = new Map<string, {readonly score: number; readonly isKnown: boolean}>();

  constructor(fields = readLogFields()) {
    this.#fields = fields;
  }

  /** The units of numbers that could have several, by field, as all lines so far decide; `factor` makes them of those of `milliseconds`. */
  units() {
    return [...this.#numbers].map(([field, {score, isKnown}]) => {
      const [other, factor] = field === '' ? ['us', 1e6] : ['ms', 1e3];
      return score < 0
        ? {field, unit: other, factor: 1, isSure: isKnown}
        : {field, unit: 's', factor, isSure: false};
    });
  }

  /**
   * A request from a line of one of `TEXT_FORMATS`, of the common log format, of a JSON access log of those in `JSON_FORMATS`, from a
   * line such as `GET /v1/pets`, or from one of these that a collector has wrapped in JSON; `undefined` for any other line.
   */
  read(line: string): LoggedRequest | undefined {
    // After the prefix of `kubectl logs --prefix` or of a container runtime.
    const ofJson = line.trimEnd().endsWith('}') ? this.#readJson(line.slice(line.indexOf('{'))) : undefined;
    if (ofJson || /^\s*\{/.test(line)) return ofJson;
    const quoted = QUOTED.exec(line);
    if (quoted !== null) return this.#readQuoted(line, quoted);
    const [, method, target] = BARE.exec(line) ?? [];
    const listed = target && toRequest(method, target);
    return listed ? {...listed, isListed: true} : undefined;
  }

  #readJson(text: string): LoggedRequest | undefined {
    // `\xC3` is how nginx writes bytes without `escape=json`.
    const entry = parseJsonMap(text) ?? parseJsonMap(text.replaceAll(/\\x([\dA-F]{2})/g, '%$1'));
    if (entry === undefined) return undefined;
    for (const inner of [entry, ...WRAPPERS.map((field) => valueIn(entry, field))]) {
      const request =
        typeof inner === 'string' ? this.read(inner) : isMap(inner) && this.#readEntry(inner, text);
      if (request) return request;
    }
    return undefined;
  }

  #readEntry(entry: JsonMap, text: string): LoggedRequest | undefined {
    const valueAt = (field: string) => valueIn(entry, field);
    const {absent, formats} = this.#fields;
    for (const field of absent) if (valueAt(field) !== undefined) absent.delete(field);
    const fields = requestOfFields(valueAt, formats);
    if (fields?.field === undefined) return fields;
    const {field, ...request} = fields;
    // The unit is known, and the text need not be searched.
    if ((this.#numbers.get(field)?.score ?? 0) < 0) return request;
    const name = field.slice(field.lastIndexOf('.') + 1).replaceAll(/\W/g, '\\$&');
    // As it was written: of `7.000`, JSON leaves 7.
    const [, number] = new RegExp(String.raw`"${name}"\s*:\s*"?(\d+(?:\.\d+)?)(?![\w.])`).exec(text) ?? [];
    const isKnown = formats[0]?.inMilliseconds?.some((one) => valueAt(one) !== undefined);
    return this.#withField(request, field, number, isKnown);
  }

  /** nginx writes seconds with three digits after the point; Apache whole ones, few of which are 1000, and seldom less than 100 microseconds. */
  #withField(request: LoggedRequest | undefined, field: string, number?: string, isKnown = false) {
    if (request === undefined || number === undefined) return request;
    const ofDigits = /\.\d{3}$/.test(number) ? 0 : -1;
    const ofSize = Number(number) < 100 ? 1 : Number(number) < 1000 ? -1 : -9;
    const last = this.#numbers.get(field);
    const score = (last?.score ?? 0) + (field === '' ? ofSize : ofDigits);
    this.#numbers.set(field, {score, isKnown: isKnown || last?.isKnown === true});
    return {...request, field};
  }

  #readQuoted(line: string, quoted: RegExpExecArray): LoggedRequest | undefined {
    const [text, method, target] = quoted;
    const [before, after] = [line.slice(0, quoted.index), line.slice(quoted.index + text.length)];
    const {ms, s, last, status = STATUS.exec(after)?.[1], reason, host} = fieldsOf(before, after);
    const milliseconds = toMilliseconds(ms, 'ms') ?? toMilliseconds(s, 's') ?? toMilliseconds(last, 'us');
    const request = toRequest(method, target, milliseconds, toNumber(status), [reason], host);
    return this.#withField(request, '', last);
  }
}

/** The groups of the first format that fits. */
function fieldsOf(textBefore: string, textAfter: string): Readonly<Record<string, string | undefined>> {
  for (const {before = ANY, after = ANY} of TEXT_FORMATS) {
    const first = before.exec(textBefore);
    const second = first && after.exec(textAfter);
    if (second) return {...first.groups, ...second.groups};
  }
  return {};
}

const ANY = /^/;

function valueIn(entry: JsonMap, field: string): unknown {
  const value = ownValue(entry, field);
  return field.includes('.') ? (value ?? field.split('.').reduce<unknown>(ownValue, entry)) : value;
}

/** The request of an entry with fields, by the first format that has its method and its target. */
export function requestOfFields(
  valueAt: (field: string) => unknown,
  formats: readonly JsonFormat[],
): LoggedRequest | undefined {
  // `-` is what is not known.
  const first = (fields: readonly string[] = []) =>
    fields.map(valueAt).find((value) => Boolean(value) && value !== '-');
  for (const {methods, targets, durations, status, ...more} of formats) {
    const text = first(targets);
    const [, method = first(methods), target] = (typeof text === 'string' && TARGET.exec(text)) || [];
    if (typeof method !== 'string' || target === undefined) continue;
    const [field = '', unit] =
      Object.entries(durations).find(([one]) => toMilliseconds(valueAt(one), 's') !== undefined) ?? [];
    const milliseconds = toMilliseconds(valueAt(field), unit ?? 'ms');
    const [code] = status.flatMap((one) => toNumber(valueAt(one)) ?? []);
    const reasons = (more.reasons ?? []).map(valueAt);
    const request = toRequest(method, asOnTheWire(target), milliseconds, code, reasons, first(more.hosts));
    return request && field && !unit ? {...request, field} : request;
  }
  return undefined;
}

const DURATION = new RegExp(`^(?:${DURATION_PART})+$`);

/** A duration from a number, several numbers to add, or a text with a unit of its own, as Go and Google write it. */
function toMilliseconds(value: unknown, unit: string): number | undefined {
  if (typeof value === 'string' && DURATION.test(value)) return millisecondsOf(secondsOf(value));
  const numbers = (typeof value === 'string' ? value.split(/[ ,:]+/) : [value]).map(toNumber);
  const sum = numbers.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
  return Number.isNaN(sum) ? undefined : millisecondsOf(sum * (UNITS[unit] ?? 0));
}

/** A number that is a duration or a status: neither negative nor endless. */
function toNumber(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
  const number = isNumber ? Number(value) : -1;
  return number >= 0 && number < Number.POSITIVE_INFINITY ? number : undefined;
}

function toRequest(
  method: unknown,
  target: unknown,
  milliseconds?: number,
  status?: number,
  reasons: readonly unknown[] = [],
  authority?: unknown,
): LoggedRequest | undefined {
  // `-` is what is not known, as of a connection that was not HTTP.
  if (typeof method !== 'string' || typeof target !== 'string' || target === '' || method === '-')
    return undefined;
  // A gateway answers 504 when its timeout is over. Source: RFC 9110, section 15.6.5.
  const isCut =
    status === 504 || reasons.some((reason) => typeof reason === 'string' && BY_TIMEOUT.test(reason));
  const host =
    hostOfTarget(target) ?? (typeof authority === 'string' ? hostOfTarget(`http://${authority}`) : '');
  return {
    method: method.toUpperCase(),
    // What was written by hand or decoded by a server, as `$uri` of nginx, is encoded as clients do it. nginx and Apache write bytes as `\\xC3`.
    path: pathOfTarget(asSent(target.replace(/\\x([\dA-F]{2})/gi, '%$1'))),
    ...(host && host !== '-' && {host}),
    ...(milliseconds !== undefined && {milliseconds}),
    ...(status !== undefined && {status}),
    ...(isCut && {isCut}),
  };
}
