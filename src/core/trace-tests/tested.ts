import type {Location} from '../base/problem.ts';
import type {Route} from '../generate/route-table.ts';
import type {WholeDescription, WholeOperation} from './whole-description.ts';

/** An operation of which a test is made. */
export interface Tested extends WholeOperation {
  readonly route: Route;
  readonly whole: WholeDescription;
  /** Gets the value of a key at the root of the description. */
  readonly root: (key: string) => unknown;
  /** The values of parameters that the settings give. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The names of path parameters that span segments. */
  readonly spanning: readonly string[];
  /** Reports a note; without a location, at the operation. */
  readonly note: (message: string, hint: string, location?: Location) => void;
  /** Reports what the test has or has not. */
  readonly lacks: (what: string, hint: string) => void;
}

export type Pair = readonly [name: string, value: string];
