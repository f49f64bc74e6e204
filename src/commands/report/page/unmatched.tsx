import {counted} from '../../../core/base/quote.ts';
import type {PageData} from '../page-data.ts';

interface Requests extends Pick<PageData, 'undescribed' | 'unmatched'> {
  readonly onTry: (request: string) => void;
}

/** The requests of a log that no route describes; a click tries one. */
export function Unmatched({undescribed = 0, unmatched = [], onTry}: Requests) {
  return undescribed === 0 ? null : (
    <details class="card">
      <summary>{counted(undescribed, 'request')} without a route</summary>
      {unmatched.map(({shape, count}) => (
        <button key={shape} type="button" class="row" onClick={() => onTry(shape)}>
          <span class="path">{shape}</span>
          <span class="count">{counted(count, 'request')}</span>
        </button>
      ))}
    </details>
  );
}
