import type {JsonMap} from '../../core/base/json.ts';
import {inputError, inputNote, type Problem} from '../../core/base/problem.ts';
import {printable, quote} from '../../core/base/quote.ts';
import type {Route} from '../../core/generate/route-table.ts';
import type {Access} from '../../core/openapi/access.ts';
import {chosenReader} from '../../core/openapi/chosen-reader.ts';
import {gatewayAnswer, refusingPath} from '../../core/openapi/gateway-answer.ts';
import type {Request} from '../../core/routes/request.ts';
import {reasonForFirst} from '../../core/routes/route-matcher.ts';
import {hostnamesOf} from '../../core/targets/target.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import {placeRoutes} from '../../io/print/placed-routes.ts';
import {printProblems} from '../../io/print/problems.ts';
import {type ApiRoutes, type MatchedApi, matchedApis, readApis} from '../../io/run/generate/read-apis.ts';
import {type ApiChoice, apiChooser, choiceText} from '../../io/run/generate/which-api.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import type {Terminal} from '../../io/write/output.ts';
import {type Log, type Matching, reportTraffic} from './report-traffic.ts';
import {routeColumns, routeJson, routeLines} from './route-rows.ts';
import {hintFor, methodsOf, requestText} from './unmatched.ts';

/** A request, or where requests are read from: a file, or `-` for standard input. */
export type RequestSource =
  | {readonly request: Request; readonly host?: string | undefined; readonly claims?: JsonMap}
  | Log;

/**
 * Prints the routes that match a request, the one that the mesh uses first, or how many requests of a log each has. Returns the exit code.
 *
 * @param hostname of the requests, by default that of the address of a request; without it, routes for every hostname are compared
 */
export async function runMatch(
  request: RunRequest,
  source: RequestSource,
  hostname: string | undefined,
  terminal: Terminal,
): Promise<number> {
  // Warnings are not what was asked for; `apigen routes` prints them.
  const {status, apis, names, places} = await readApis(request, terminal);
  if (apis.length === 0) return status;
  const host = hostname ?? ('request' in source ? source.host : undefined);
  const claims = 'request' in source ? source.claims : undefined;
  const matching = {apis: matchedApis(apis, host), names, places, json: request.json === true, claims};
  const hint = `use one of ${hostnamesIn(apis).join(', ')}`;
  if (host !== undefined && matching.apis.length === 0) {
    printProblems(terminal, [inputError(`no route is for the hostname ${quote(host)}`, hint)]);
    return 1;
  }
  if (hostname !== undefined && 'request' in source && hostnamesIn(apis).length === 0)
    printProblems(terminal, [FOR_EVERY_HOST]);
  if (claims && !apis.some(({routes}) => routes.some(({access}) => access)))
    printProblems(terminal, [NOT_ENFORCED]);
  const code =
    'log' in source
      ? await reportTraffic(source, matching, terminal)
      : showEachMethod(source.request, matching, host, terminal);
  if (code !== 0 && host !== undefined && matching.apis.length < apis.length)
    printProblems(terminal, [inputNote(`the routes of some descriptions are not for ${quote(host)}`, hint)]);
  return code || status;
}

function hostnamesIn(apis: readonly ApiRoutes[]): string[] {
  return [...new Set(apis.flatMap(({output}) => (output ? hostnamesOf(output.input.settings) : [])))];
}

const FOR_EVERY_HOST = inputNote(
  'has no effect, since the routes are for every host',
  'set `gateway.name` and `gateway.hostnames`, or remove `--hostname`',
  {flag: 'hostname'},
);

const NOT_ENFORCED = inputNote('has no effect, since nothing says who may call', 'set `security.enforce`', {
  flag: 'claims',
});

/** Of a request without a method, all with which its path has a route. */
function showEachMethod(request: Request, matching: Matching, host: string | undefined, terminal: Terminal) {
  const methods = request.method === '' ? methodsOf(request.path, matching.apis) : [];
  const [first = request.method, ...others] = methods;
  const whichApi = apiChooser(matching.apis);
  const shown = [first, ...others].map((method, index) => {
    if (index > 0) terminal.out('\n');
    return showMatches({...request, method}, matching, (asked) => whichApi(asked, host), terminal);
  });
  return Math.max(...shown);
}

function showMatches(
  request: Request,
  matching: Matching,
  whichApi: (request: Request) => ApiChoice | undefined,
  terminal: Terminal,
): number {
  const answers = matching.apis.map((one) => answerOf(request, one, matching.claims));
  const withRoutes = answers.filter(({matched}) => matched.length > 0);
  const used = withRoutes.length > 0 ? whichApi(request) : undefined;
  const problems = withRoutes.length > 0 ? [] : [unmatched(request, matching)];
  if (matching.json) terminal.out(answersJson(request, answers, matching, used, problems));
  else {
    const texts = withRoutes.map((answer) => answerText(request, answer, matching, terminal, used));
    if (used) texts.push(`${choiceText(used, withRoutes, 'the request')}\n`);
    terminal.out(texts.join('\n'));
    printProblems(terminal, problems, matching.places);
  }
  const isRefused = withRoutes.some(({answer = 'served'}) => answer !== 'served');
  return withRoutes.length === 0 || used?.isServed === false || isRefused ? 1 : 0;
}

/** The routes of an API that match a request, and why the mesh uses the first. */
function answerOf(request: Request, api: MatchedApi, claims?: JsonMap) {
  const {source, routes, matcher, output} = api;
  const {target, input} = output;
  const routeOf = new Map(routes.map((route) => [route.operation, route]));
  const matched = matcher.of(request).flatMap((match) => {
    const route = match.operation && routeOf.get(match.operation);
    return route ? [{match, route}] : [];
  });
  const why = reasonForFirst(matched, (first, second) =>
    target.preference(first.match, second.match, input.settings),
  );
  const {access, operation} = matched[0]?.route ?? {};
  const {settings} = input;
  const refusing = operation && refusingPath(operation.expression, request.path, settings);
  const isDenied = access?.isDenied || refusing !== undefined;
  const answer =
    access && claims && gatewayAnswer(claims, {...access, isDenied}, settings, Date.now() / 1000);
  const whole = matched.length > 0 ? why + matcher.changeOf(request.path) : null;
  return {source, matched, why: whole, answer, refusing, settings};
}

type ApiMatches = ReturnType<typeof answerOf>;

function answerText(
  request: Request,
  {source, matched, why, answer, refusing, settings}: ApiMatches,
  {places, names}: Matching,
  terminal: Terminal,
  getsIt?: ApiChoice,
): string {
  const [used] = matched;
  const routes = matched.map(({route}) => route);
  const placed = placeRoutes(routes, places);
  const expressionOf = new Map(matched.map(({route, match}) => [route, match.value]));
  const expression = {title: 'MATCH', cell: (route: Route) => expressionOf.get(route) ?? ''};
  const columns = [...routeColumns(routes, placed, undefined), expression];
  const name = `${used?.route.operation.method} ${used?.route.path}`;
  const uses = getsIt && getsIt.api !== source ? 'would use' : 'uses';
  const title = printable(`${names ? `${source}: ` : ''}${requestText(request)} ${uses} ${name}, ${why}`);
  const {access, place} = used?.route ?? {};
  const served = access?.clients.length ? 'is served if one of the clients sends it' : 'is served';
  const verdict = answer === 'served' ? served : `is refused with ${answer}`;
  const reason = access && reasonOf(access, {place, answer, refusing, settings});
  const ofClaims = answer && `\nWith these claims it ${verdict}: ${reason}\n`;
  return `${title}\n\n${routeLines(routes, columns, placed, terminal)}${ofClaims ?? ''}`;
}

/** What of the policies gives the answer. */
function reasonOf(
  {who, key, isDenied, tokens}: Access,
  {
    place,
    answer,
    refusing,
    settings,
  }: Pick<ApiMatches, 'answer' | 'refusing' | 'settings'> & Pick<Route, 'place'>,
): string {
  const {attachedTo} = chosenReader(settings).policies ?? {};
  const pods = settings.get('security.selector') ? 'pods' : 'Service';
  const by = {
    rules: `rule ${place?.rule} of HTTPRoute ${place?.object}`,
    service: `the AuthorizationPolicy of the ${pods}`,
    ports: 'the AuthorizationPolicy of its HTTPRoute at the Servers',
  }[attachedTo ?? 'rules'];
  if (attachedTo === 'service') {
    // Istio looks at the token before it looks for a rule.
    if (answer === 401) return 'the token is wrong for the RequestAuthentication';
    if (refusing !== undefined) return `${by} has the path ${refusing}, which does not take it`;
    if (isDenied) return `no rule of ${by} allows it`;
    if (answer === 403 && tokens.length === 0) return 'the RequestAuthentication is for other audiences';
  }
  if (isDenied && attachedTo === 'ports') return 'no HTTPRoute of the Servers takes it';
  const everybody = key === 'public' ? who.replace(/^public(?= \(undeclared\)$|$)/, 'everybody') : who;
  return `${by} is for ${isDenied ? who.replace(/^denied/, 'nobody') : everybody}`;
}

function answersJson(
  request: Request,
  answers: readonly ApiMatches[],
  {places}: Matching,
  used: ApiChoice | undefined,
  problems: readonly Problem[],
): string {
  const routes = answers.flatMap(({matched}) => matched.map(({route}) => route));
  const placed = placeRoutes(routes, places, problems);
  const apis = answers.map(({source: api, matched, why, answer}) => {
    const [route = null, ...others] = matched.map(({route: one, match: {type, value}}) => ({
      ...routeJson(one, placed, undefined),
      match: {type, value},
    }));
    return {api, route, why, ...(answer && {answer}), others};
  });
  return jsonReport({request, apis, ...(used && {used})}, {problems, placed});
}

function unmatched(request: Request, matching: Matching): Problem {
  const serving = matching.apis.find(({matcher}) => matcher.of(request).length > 0)?.output.target;
  const served = serving ? `: ${serving.catchAll} for what is not described serves it, without settings` : '';
  const [change = ''] = matching.apis.map(({matcher}) => matcher.changeOf(request.path)).filter(Boolean);
  const message = `no route matches ${quote(requestText(request))}${served}${change}`;
  const {hint, location} = hintFor(request, matching.apis);
  return {code: 'input', severity: 'error', message, ...(hint && {hint}), ...(location && {location})};
}
