import {operationName} from '../openapi/operation.ts';
import {credentialsOf} from './credentials.ts';
import {encoded, exampleOf, pathOf, sentIn} from './parameters.ts';
import {jsonIn, type Success} from './success.ts';
import type {Pair, Tested} from './tested.ts';

/** The request of a test, which accepts what the operation answers. Source: Tracetest 0.16, `HTTPRequest`. */
export function requestOf(tested: Tested, success: Success): object {
  const credentials = credentialsOf(tested);
  const ownIn = (place: string) => credentials.flatMap(([where, pair]) => (where === place ? [pair] : []));
  const joined = (pairs: readonly Pair[], separator: string) =>
    pairs.map((pair) => pair.join('=')).join(separator);
  const query = sentIn('query', tested).map(([name, value]): Pair => [encoded(name), encoded(value)]);
  const search = joined([...query, ...ownIn('query')], '&');
  const {type, text: body} = bodyOf(tested);
  const cookie = joined([...sentIn('cookie', tested), ...ownIn('cookie')], '; ');
  const own: Pair[] = [
    ['Accept', success.type],
    ['Content-Type', type],
    ['Cookie', cookie],
  ];
  const headers = headersOf([...sentIn('header', tested), ...ownIn('header'), ...own], tested);
  return {
    method: tested.route.operation.method,
    url: formatted(`\${var:url}${pathOf(tested)}${search && `?${search}`}`),
    ...(headers.length > 0 && {headers}),
    ...(body && {body}),
  };
}

/** A text of which the server fills in variables: it takes `%` for the begin of a verb of its format. */
function formatted(text: string): string {
  return text.includes('${') ? text.replaceAll('%', '%%') : text;
}

/** The last of each name counts. */
function headersOf(pairs: readonly Pair[], {note, route}: Tested): readonly object[] {
  const byName = new Map(pairs.map(([key, value]) => [key.toLowerCase(), {key, value: formatted(value)}]));
  return [...byName.values()].filter(({key, value}) => {
    // The server would end its own quotes there, and send variables as they are written.
    const isSent = !value.includes('"');
    if (!isSent)
      note(
        `the test of ${operationName(route.operation)} has no header \`${key}\`: its value has a quote`,
        'use another `example`',
      );
    return isSent && value !== '';
  });
}

const FORM = 'application/x-www-form-urlencoded';

/** The body that is described, if it is JSON or a form: in OpenAPI 3 as content, in Swagger 2.0 as parameters. */
function bodyOf(tested: Tested): {readonly type: string; readonly text: string} {
  const {operation, parameters, whole, note, route} = tested;
  const none = {type: '', text: ''};
  const form = sentIn('formData', tested);
  if (form.length > 0) return {type: FORM, text: formText(form)};
  const body = parameters.find((one) => one.in === 'body');
  const {content = {}} = body ? {content: {'application/json': body}} : whole.follow(operation.requestBody);
  const types = Object.keys(whole.follow(content));
  const [type, media] = jsonIn(content, whole) ?? [FORM, whole.follow(whole.follow(content)[FORM])];
  const isForm = type === FORM;
  if (types.length > 0 && isForm && !types.includes(FORM))
    note(
      `the test of ${operationName(route.operation)} has no body: found ${types.join(', ')}`,
      'describe a body in JSON or a form',
    );
  if (isForm && !types.includes(FORM)) return none;
  const {value = {}} = exampleOf(media, media.schema, whole);
  return {type, text: isForm ? formText(Object.entries(Object(value))) : jsonText(value)};
}

function formText(pairs: readonly (readonly [string, unknown])[]): string {
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&');
}

/** `'` would end the server's own quotes, and `${` begins a variable. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll("'", '\\u0027').replaceAll('${', '\\u0024{');
}
