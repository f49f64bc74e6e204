import {useMemo} from 'preact/hooks';
import {normalizePrefix} from '../../../core/routes/path-template.ts';
import type {PageApi} from '../page-data.ts';
import {type Answer, RequestAnswers, readRequest, type TypedRequest} from './requests.ts';
import {linkTo} from './view.ts';

interface Field {
  readonly apis: readonly PageApi[];
  readonly text: string;
  readonly onInput: (text: string) => void;
}

/** A field for a request, and below it the routes of each API that match it. */
export function RequestField({apis, text, onInput}: Field) {
  const request = readRequest(text);
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
          placeholder="GET /v1/pets/42"
          aria-describedby="request-hint"
          value={text}
          onInput={({currentTarget}) => onInput(currentTarget.value)}
        />
      </div>
      <p id="request-hint" class="hint">
        A method and a path or an address; without a method, every method is tried.
      </p>
      <div aria-live="polite">
        {request && <Answers apis={apis} request={request} />}
        {!request && text.trim() !== '' && (
          <p>Not a request: expected a path that begins with “/”, or an address.</p>
        )}
      </div>
    </div>
  );
}

interface Asked {
  readonly apis: readonly PageApi[];
  readonly request: TypedRequest;
}

function Answers({apis, request}: Asked) {
  const matchers = useMemo(() => apis.map((api) => ({api, matcher: new RequestAnswers(api)})), [apis]);
  const found = matchers
    .map(({api, matcher}) => ({api, answers: matcher.of(request)}))
    .filter(({answers}) => answers.length > 0);
  if (found.length === 0) return <NoMatch matchers={matchers} request={request} />;
  return found.map(({api, answers}) => (
    <div key={api} class="answers">
      {apis.length > 1 && <h2>{api.title}</h2>}
      {answers.map((answer) => (
        <AnswerView key={answer.routes[0]?.route.method} answer={answer} />
      ))}
    </div>
  ));
}

interface Unmatched {
  readonly matchers: readonly {readonly api: PageApi; readonly matcher: RequestAnswers}[];
  readonly request: TypedRequest;
}

function NoMatch({matchers, request}: Unmatched) {
  const {method, path} = request;
  const methods = matchers.flatMap(({matcher}) =>
    matcher.of({path}).flatMap(({routes}) => routes[0]?.route.method ?? []),
  );
  const prefixed = matchers.filter(({matcher}) => matcher.ofPrefixed(request).length > 0);
  const isServed = matchers.some(({matcher}) => matcher.servesAll(path));
  return (
    <p>
      No route matches <code>{[method, path].filter(Boolean).join(' ')}</code>
      {isServed && ': the HTTPRoute for what is not described serves it, without a policy'}.
      {methods.length > 0 && ` This path has routes for ${[...new Set(methods)].join(', ')}.`}
      {prefixed.map(({api}) => ` It has a route with the prefix ${normalizePrefix(api.base)} (path.base).`)}
    </p>
  );
}

function AnswerView({answer: {routes, why}}: {readonly answer: Answer}) {
  return (
    <ol>
      {routes.map(({route, expression}, index) => (
        <li key={route}>
          <a href={linkTo(route)}>
            <span class="method">{route.method}</span> <span class="path">{route.path}</span>
          </a>
          <p class="hint">
            {index === 0 ? `Used: ${why}.` : 'Matches too.'} Match: <code>{expression}</code>
          </p>
        </li>
      ))}
    </ol>
  );
}
