import type {RouteMatcher} from '../../core/routes/route-matcher.ts';
import type {ReadRoutes} from './read-routes.ts';

/** What requests are compared with, and how the result is printed. */
export interface Matching {
  readonly read: ReadRoutes & Required<Pick<ReadRoutes, 'output'>>;
  readonly matcher: RouteMatcher;
  readonly json: boolean;
}
