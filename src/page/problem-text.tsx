import type {PageProblem} from '../core/routes/page-data.ts';

/** A problem with its place and how to fix it. */
export function ProblemText({problem: {severity, message, hint, place}}: {readonly problem: PageProblem}) {
  return (
    <p class="problem">
      <strong class={severity}>{severity}</strong> {message}
      {place !== undefined && <code class="place">{place}</code>}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </p>
  );
}
