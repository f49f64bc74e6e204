import type {Operation} from '../openapi/operation.ts';
import type {Location, Problem} from '../problem.ts';

/** Problems divided by the operation that they are about. */
export interface ProblemsByOperation {
  /** Those of an operation and of its path item. */
  of(operation: Operation): readonly Problem[];
  /** Those of no operation. */
  readonly others: readonly Problem[];
}

/**
 * Divides problems by the place that they are at: that of an operation or of its path item, or one further down.
 *
 * @param locationOf where an operation or a path item was written
 */
export function problemsByOperation(
  problems: readonly Problem[],
  operations: readonly Operation[],
  locationOf: (place: Pick<Operation, 'location'>) => Location,
): ProblemsByOperation {
  const placesOf = (operation: Operation) => [operation, operation.pathItem].map(locationOf).map(idOf);
  const found = new Map<string, Problem[]>();
  for (const operation of operations) for (const place of placesOf(operation)) found.set(place, []);
  const others = problems.filter((problem) => {
    const own = listAbove(problem.location, found);
    own?.push(problem);
    return own === undefined;
  });
  return {
    others,
    of: (operation) => placesOf(operation).flatMap((place) => found.get(place) ?? []),
  };
}

function idOf({uri, pointer}: Pick<Location, 'uri' | 'pointer'>): string {
  return `${uri}\n${pointer}`;
}

/** The list of the nearest place that contains a location. */
function listAbove<T>(location: Location | undefined, lists: ReadonlyMap<string, T[]>): T[] | undefined {
  if (location === undefined) return undefined;
  const {uri} = location;
  for (let {pointer} = location; pointer !== ''; pointer = pointer.slice(0, pointer.lastIndexOf('/'))) {
    const list = lists.get(idOf({uri, pointer}));
    if (list) return list;
  }
  return undefined;
}
