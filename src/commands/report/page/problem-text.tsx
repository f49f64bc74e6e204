import type {PageProblem} from '../page-data.ts';

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
