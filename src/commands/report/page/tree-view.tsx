import {useState} from 'preact/hooks';
import {counted} from '../../../core/base/quote.ts';
import {RouteRow, type Shown} from './route-row.tsx';
import {MAX_ITEMS, type RouteGroup} from './route-tree.ts';

interface ShownGroup {
  readonly group: RouteGroup;
  readonly shown: Shown;
}

/** The items of a group; of many, those after the first only when asked for. */
export function GroupItems({group: {items, path}, shown}: ShownGroup) {
  const [limit, setLimit] = useState(MAX_ITEMS);
  const hidden = items.length - limit;
  return (
    <>
      {items
        .slice(0, limit)
        .map((item) =>
          'items' in item ? (
            <Group key={item.path} group={item} shown={shown} />
          ) : (
            <RouteRow key={item} route={item} above={path} shown={shown} />
          ),
        )}
      {hidden > 0 && (
        <li>
          <button type="button" class="row more" onClick={() => setLimit(limit + MAX_ITEMS)}>
            Show {Math.min(hidden, MAX_ITEMS)} of {hidden.toLocaleString('en')} more
          </button>
        </li>
      )}
    </>
  );
}

/** A path that several routes begin with. Its items are in the document only while it is open. */
function Group({group, shown}: ShownGroup) {
  const [isOpen, setOpen] = useState(shown.open.has(group.path));
  return (
    <li>
      <button type="button" class="row group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="path">{group.path}</span>
        <span class="count">{counted(group.count, 'route')}</span>
      </button>
      {isOpen && (
        <ul>
          <GroupItems group={group} shown={shown} />
        </ul>
      )}
    </li>
  );
}
