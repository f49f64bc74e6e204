import type {Checked} from './check.ts';
import type {Location} from './problem.ts';

/** Where the operation of each route was written, by the name that `routeChanges` gives the route. */
export function routePlaces({
  input,
  target,
}: Pick<Checked, 'input' | 'target'>): ReadonlyMap<string, Location> {
  return new Map(
    input.routes.flatMap((operation) => {
      const objects = target.toObjects({...input, routes: [operation]});
      // The route of what is not described comes first.
      const last = objects.flatMap((object) => target.policies(object)).at(-1);
      return last === undefined ? [] : [[last.route, operation.location] as const];
    }),
  );
}
