import {isMap, parseJsonMap} from '../base/json.ts';
import {
  aroundVariables,
  encode,
  exampleOf,
  pathOf,
  reportRounded,
  SERVER_VARIABLE,
  sentIn,
  textOf,
} from './parameters.ts';
import {contentOfSwagger, jsonIn, type Success} from './success.ts';
import type {Pair, Tested} from './tested.ts';

/** The request of a test, which accepts what the operation answers. Source: Tracetest 0.16, `HTTPRequest`. */
export function requestOf(tested: Tested, success: Success): object {
  const credentials = credentialsOf(tested);
  const credentialsIn = (place: string) =>
    credentials.flatMap(([where, pair]) => (where === place ? [pair] : []));
  const inQuery = credentialsIn('query').map((pair) => pair.map(encode));
  const search = [...sentIn('query', tested), ...inQuery].map((pair) => pair.join('=')).join('&');
  const {type, text: body} = bodyOf(tested);
  const cookies = [...sentIn('cookie', tested), ...credentialsIn('cookie')].map((pair) => pair.join('='));
  const fixed: readonly Pair[] = [
    ['Accept', success.type],
    ['Content-Type', type],
    ['Cookie', cookies.join('; ')],
  ];
  const madeHeaders = [...credentialsIn('header'), ...fixed.filter(([, value]) => value !== '')];
  const names = madeHeaders.map(([name]) => name.toLowerCase());
  const headers = headersOf([...sentIn('header', tested, names), ...madeHeaders], tested);
  return {
    method: tested.route.operation.method,
    url: forServer(`\${var:url}${pathOf(tested)}${search && `?${search}`}`),
    ...(headers.length > 0 && {headers}),
    ...(body && {body}),
  };
}

/** A text of which the server fills in variables: it takes `%` for the begin of a verb of its format. */
function forServer(text: string): string {
  return text.includes('${') ? text.replaceAll('%', '%%') : text;
}

/** The last of each name counts. */
function headersOf(pairs: readonly Pair[], {lacks}: Tested): readonly object[] {
  const byName = new Map(pairs.map(([key, value]) => [key.toLowerCase(), {key, value: forServer(value)}]));
  return [...byName.values()].filter(({key, value}) => {
    // The server would end its own quotes there, or not find the variable.
    const [unsent] = /"|\$\{/.exec(value.replace(SERVER_VARIABLE, '')) ?? [];
    if (unsent) lacks(`no header \`${key}\`: its value has \`${unsent}\``, 'use another `example`');
    return !unsent;
  });
}

const FORM = 'application/x-www-form-urlencoded';

/** The body that is described, if it is JSON or a form: in OpenAPI 3 as content, in Swagger 2.0 as parameters. */
function bodyOf(tested: Tested): {readonly type: string; readonly text: string} {
  const {operation, parameters, whole, lacks} = tested;
  const form = sentIn('formData', tested);
  const body = parameters.find((one) => one.in === 'body');
  const content =
    form.length > 0 || body
      ? contentOfSwagger('consumes', body ?? {}, tested, body ? undefined : FORM)
      : whole.follow(whole.follow(operation.requestBody).content);
  const json = form.length > 0 ? undefined : jsonIn(content, whole);
  const types = Object.keys(content);
  if (!json && !types.includes(FORM)) {
    if (types.length > 0) lacks(`no body: found ${types.join(', ')}`, 'describe a body in JSON or a form');
    return {type: '', text: ''};
  }
  const [type, media] = json ?? [FORM, whole.follow(content[FORM])];
  const {value} = form.length > 0 ? {value: {}} : exampleOf(media, media.schema, whole);
  reportRounded(value, tested);
  if (value === undefined) lacks('an empty body: none can be made from its schema', 'add an `example`');
  // Some write the example of a form as the text that is sent.
  if (!json && typeof value === 'string') return {type, text: forServer(value)};
  if (json) return {type, text: jsonText(value ?? {})};
  const pairs = Object.entries(Object(value ?? {})).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item]).map((one) => [name, textOf(one)].map(encode)),
  );
  return {type, text: forServer([...form, ...pairs].map((pair) => pair.join('=')).join('&'))};
}

/** `'` would end the server's own quotes, and `${` begins a variable. Some write an example as the text that is sent. */
function jsonText(value: unknown): string {
  const map = typeof value === 'string' ? (parseJsonMap(value) ?? value) : value;
  const text = JSON.stringify(map).replaceAll("'", '\\u0027');
  return forServer(aroundVariables(text, (part) => part.replaceAll('${', '\\u0024{')));
}

/**
 * The credentials of a request for its operation's first security requirement: variables of the server, in whose names it reads no `-`.
 *
 * Source: OpenAPI 3.2, Security Requirement Object and Security Scheme Object.
 *
 * @returns each with the place where it is sent
 */
function credentialsOf(tested: Tested): readonly (readonly [place: unknown, pair: Pair])[] {
  const {operation, root, whole} = tested;
  const {security = root('security')} = operation;
  const [requirement] = Array.isArray(security) ? security : [];
  const schemes = {
    ...whole.follow(root('components/securitySchemes')),
    ...whole.follow(root('securityDefinitions')),
  };
  return Object.keys(isMap(requirement) ? requirement : {}).flatMap((key): (readonly [unknown, Pair])[] => {
    const {type, scheme = type, in: place, name} = whole.follow(schemes[key]);
    const variable = key.replace(/\W/g, '_').replace(/^(url|token|basic_credentials)$/, '$&_key');
    if (type === 'apiKey') return [[place, [String(name), `\${var:${variable}}`]]];
    const method = METHODS[String(scheme).toLowerCase()];
    if (method !== undefined) return [['header', ['Authorization', method]]];
    const hint =
      schemes[key] === undefined
        ? 'it is not described: add it to the security schemes'
        : 'add what it needs to the test';
    tested.lacks(`nothing for the security scheme \`${key}\``, hint);
    return [];
  });
}

/** The value of the header `Authorization`. */
const METHODS: Readonly<Record<string, string>> = {
  bearer: 'Bearer ${var:token}',
  oauth2: 'Bearer ${var:token}',
  openidconnect: 'Bearer ${var:token}',
  basic: 'Basic ${var:basic_credentials}',
};
