import {useContext} from 'preact/hooks';
import {durationText} from '../../../core/base/duration.ts';
import {hostOfRequest, isForHost, readRequest, type TypedRequest} from '../../../core/routes/request.ts';
import type {PageApi} from '../page-data.ts';
import {type Answer, requestAnswers} from './requests.ts';
import {Revealed} from './view.ts';

interface Field {
  readonly apis: readonly PageApi[];
  readonly text: string;
  readonly onInput: (text: string) => void;
}

/** A field for a request, and below it the routes of each API that match it. */
export function RequestField({apis, text, onInput}: Field) {
  const {method, path} = exampleOf(apis);
  const request = text.trim() === '' ? undefined : readRequest(text);
  const host = hostOfRequest(text);
  const asked = apis.filter(({hostnames}) => isForHost(host, hostnames));
  return (
    <div class="card request">
      <div class="field">
        <label for="request">Try a request</label>
        <input
          id="request"
          type="text"
          inputMode="url"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder={`${method} ${path}`}
          aria-describedby="request-hint"
          value={text}
          onInput={({currentTarget}) => onInput(currentTarget.value)}
        />
      </div>
      <p id="request-hint" class="hint">
        A method and a path or an address; without a method, every method is tried.
      </p>
      <div aria-live="polite">
        {text.trim() !== '' && request === undefined && <p>{whyNot(text.trim(), path)}</p>}
        {request && asked.length === 0 && <p>No route is for the hostname {host}.</p>}
        {request && asked.length > 0 && <Answers apis={asked} request={request} />}
      </div>
    </div>
  );
}

/** A request of the first API, to a path with a parameter if there is one. */
function exampleOf([api]: readonly PageApi[]): {readonly method: string; readonly path: string} {
  const routes = api?.routes ?? [];
  const gets = routes.filter(({method}) => method === 'GET');
  const {method = 'GET', path = '/'} =
    gets.find((one) => one.path.includes('{')) ?? gets[0] ?? routes[0] ?? {};
  return {method, path: path.replaceAll(/\{[^}]*\}/g, '42')};
}

function whyNot(text: string, path: string): string {
  return /^[A-Z]+$/.test(text)
    ? `The path is missing after ${text}: for example ${text} ${path}.`
    : 'Not a request: expected a path that begins with “/”, or an address.';
}

/** The answers of an API; the matcher is made when the first request is typed. */
const matchers = new WeakMap<PageApi, ReturnType<typeof requestAnswers>>();

function answersOf(api: PageApi) {
  const known = matchers.get(api) ?? requestAnswers(api);
  matchers.set(api, known);
  return known;
}

interface Asked {
  readonly apis: readonly PageApi[];
  readonly request: TypedRequest;
}

function Answers({apis, request}: Asked) {
  const answers = apis
    .map((api) => ({api, answers: answersOf(api).of(request)}))
    .filter((one) => one.answers.length);
  if (answers.length === 0) return <NoMatch apis={apis} request={request} />;
  return (
    <>
      {request.method === undefined && <p class="hint">Without a method: the routes of each method.</p>}
      {answers.map((one) => (
        <div key={one.api} class="answers">
          {apis.length > 1 && <h2>{one.api.title}</h2>}
          {one.answers.map((answer) => (
            <AnswerView key={answer.routes[0]?.route.method} answer={answer} />
          ))}
        </div>
      ))}
    </>
  );
}

function NoMatch({apis, request}: Asked) {
  const {method, path} = request;
  const methods = apis.flatMap((api) =>
    answersOf(api)
      .of({path})
      .flatMap(({routes}) => routes[0]?.route.method ?? []),
  );
  const prefixes = apis.flatMap((api) => answersOf(api).prefixesOf(request));
  const [change] = apis.map((api) => answersOf(api).changeOf(path)).filter(Boolean);
  const [serving] = apis.flatMap((api) => answersOf(api).catchAllOf(path) ?? []);
  return (
    <p>
      No route matches <code>{[method, path].filter(Boolean).join(' ')}</code>
      {serving && `: ${serving} for what is not described serves it, without settings`}
      {change}.{methods.length > 0 && ` This path has routes for ${[...new Set(methods)].join(', ')}.`}
      {prefixes.map((prefix) => ` It has a route with the prefix ${prefix}.`)}
    </p>
  );
}

function AnswerView({answer: {routes, why}}: {readonly answer: Answer}) {
  const {reveal} = useContext(Revealed);
  return (
    <ol>
      {routes.map(({route, expression}, index) => (
        <li key={route}>
          <button type="button" class="link" onClick={() => reveal(route)}>
            <span class="method">{route.method}</span> <span class="path">{route.path}</span>
          </button>
          <p class="hint">
            {index === 0 ? `Used: ${why}. ` : 'Matches too. '}
            {timeoutSentence(route.timeout)} Match: <code>{expression}</code>
          </p>
        </li>
      ))}
    </ol>
  );
}

function timeoutSentence(seconds: number | undefined): string {
  if (seconds === undefined) return 'Timeout not set.';
  return seconds === 0 ? 'No timeout.' : `Timeout ${durationText(seconds)}.`;
}
