import {counted} from '../../../core/base/quote.ts';
import type {PageData} from '../page-data.ts';

interface Requests {
  readonly count: number;
  readonly shapes: NonNullable<PageData['unmatched']>;
  readonly onTry: (request: string) => void;
}

/** The requests of a log that no route describes; a click tries one. */
export function Unmatched({count, shapes, onTry}: Requests) {
  return (
    <details class="card">
      <summary>{counted(count, 'request')} without a route</summary>
      <ul class="tree">
        {shapes.map(({shape, count}) => (
          <li key={shape}>
            <button type="button" class="row" onClick={() => onTry(shape)}>
              <span class="path">{shape}</span>
              <span class="count">{counted(count, 'request')}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
