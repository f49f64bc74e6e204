import type {ComponentChildren} from 'preact';
import {useContext, useEffect, useRef, useState} from 'preact/hooks';
import {durationText, millisecondsText} from '../../../core/base/duration.ts';
import {counted, grouped} from '../../../core/base/quote.ts';
import type {PageApi, PageProblem, PageRoute, PageTraffic} from '../page-data.ts';
import {Revealed} from './view.ts';

/** Facts about the whole tree that a part of it needs. */
export interface Shown {
  readonly api: PageApi;
  readonly open: ReadonlySet<string>;
  /** The longest timeout of the page, in seconds. */
  readonly longest: number;
}

interface Row {
  readonly route: PageRoute;
  /** The path of the group, which is shown less prominently. */
  readonly above: string;
  readonly shown: Shown;
}

/** A route: its method, path and timeout; when it is open, where its settings come from, and its problems. */
export function RouteRow({route, above, shown: {api, longest}}: Row) {
  const {revealed} = useContext(Revealed);
  const isRevealed = revealed?.route === route;
  const [isOpen, setOpen] = useState(isRevealed);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isRevealed) return;
    setOpen(true);
    button.current?.focus();
    button.current?.scrollIntoView({block: 'center'});
  }, [revealed]);
  const {method, path, timeout, traffic, problems} = route;
  const isRetryable = route.values.some((index) => {
    const {key, text} = api.values[index] ?? {};
    return key === 'retryable' && text === 'true';
  });
  return (
    <li>
      <button
        ref={button}
        type="button"
        class="row route"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <span class="path">
          {path !== above && <span class="above">{above}</span>}
          <wbr />
          {path === above ? path : path.slice(above.length)}
        </span>
        {route.who !== undefined && <span class="who">{route.who}</span>}
        {isRetryable && <span class="retryable">retryable</span>}
        {problems.length > 0 && <span class="flag">{counted(problems.length, 'problem')}</span>}
        {traffic && <Traffic {...traffic} />}
        <TimeoutBar timeout={timeout} longest={longest} />
      </button>
      {isOpen && <RouteDetails route={route} api={api} />}
    </li>
  );
}

/** The requests of a log; what is marked a timeout cut, or took longer than the timeout. */
function Traffic({requests, cut, p50, p99, isOver}: PageTraffic) {
  return (
    <span class="traffic">
      <span>{counted(requests, 'request')}</span>
      {p50 !== undefined && <span>P50 {millisecondsText(p50)}</span>}
      {p99 !== undefined && <span class={isOver ? 'flag' : ''}>P99 {millisecondsText(p99)}</span>}
      {cut > 0 && <span class="flag">{grouped(cut)} cut</span>}
    </span>
  );
}

/** A timeout as a bar, on the scale of the longest of the page. */
function TimeoutBar({timeout, longest}: {readonly timeout: number | undefined; readonly longest: number}) {
  const isNone = timeout === 0;
  const share = isNone ? 1 : (timeout ?? 0) / Math.max(longest, 1);
  return (
    <span class={timeout === undefined ? 'timeout unset' : 'timeout'}>
      <span class="bar" aria-hidden="true">
        <span class={isNone ? 'none' : ''} style={{width: `${share * 100}%`}} />
      </span>
      {timeout === undefined ? 'not set' : isNone ? 'no timeout' : durationText(timeout)}
    </span>
  );
}

function Detail({name, children}: {readonly name: string; readonly children: ComponentChildren}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RouteDetails({route, api}: {readonly route: PageRoute; readonly api: PageApi}) {
  return (
    <div class="details">
      <dl>
        <Detail name="Described in">
          <code>{route.place}</code>
        </Detail>
        {route.who !== undefined && <Detail name="Who may call">{route.who}</Detail>}
        {route.object !== undefined && (
          <Detail name={api.kind}>
            <code>{route.object}</code>
          </Detail>
        )}
        {route.tags.length > 0 && <Detail name="Tags">{route.tags.join(', ')}</Detail>}
        {route.values.map((index) => {
          const {key = '', text = '', from = ''} = api.values[index] ?? {};
          return (
            <Detail key={index} name={key}>
              {text} {from !== '' && <span class="hint">from {from}</span>}
            </Detail>
          );
        })}
      </dl>
      {route.problems.map((index) => {
        const problem = api.problems[index];
        return problem && <ProblemText key={index} problem={problem} />;
      })}
    </div>
  );
}

/** A text in which backticks enclose code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}

/** A problem with its rule, its place and how to fix it. */
export function ProblemText({problem}: {readonly problem: PageProblem}) {
  const {severity, code, message, hint, place, page} = problem;
  return (
    <p class="problem">
      <strong class={severity}>{severity}</strong> {withCode(message)}{' '}
      {page !== undefined && (
        <a href={page} title="the page of this rule">
          {code}
        </a>
      )}
      {place !== undefined && <code class="place">{place}</code>}
      {hint !== undefined && <span class="hint">{withCode(hint)}</span>}
    </p>
  );
}
