import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {RoutedOperation} from '../../openapi/operation.ts';
import {TIMEOUT} from '../../settings/table.ts';
import {isAtLeast} from '../target.ts';
import {corsOf} from './cors.ts';
import {toDuration} from './gateway-duration.ts';

/** The value of a field for each of some operations; `undefined` for none. */
type Field = (
  operations: readonly RoutedOperation[],
  settings: EffectiveSettings,
) => (operation: RoutedOperation) => object | undefined;

/** Fields of an HTTPRouteRule: how its requests are treated, apart from the Service that they go to. */
export type RuleFields = Readonly<Partial<Record<'filters' | 'retry' | 'timeouts', object>>>;

/** Answers that are retried: the server errors of GEP-1731 that another attempt may not meet. */
const CODES = [500, 502, 503, 504];

/** Rules are grouped and compared by all of them, and have them in this order. */
const FIELDS: Readonly<Record<keyof RuleFields, Field>> = {
  filters: (operations, settings) => {
    const {filter} = corsOf(operations, settings);
    return (operation) => {
      const cors = filter(operation);
      return cors && [{type: 'CORS', cors}];
    };
  },
  // Source: Gateway API 1.7, HTTPRouteRetry in the standard channel.
  retry: (_, settings) => (operation) => {
    if (!isAtLeast('1.7', settings) || settings.at(operation, 'retryable') !== true) return undefined;
    const backoff = settings.at(operation, 'retry.backoff');
    const attempts = settings.at(operation, 'retry.attempts') ?? 0;
    return {codes: CODES, attempts, ...(backoff && {backoff})};
  },
  timeouts: (_, settings) => (operation) => {
    const seconds = settings.at(operation, TIMEOUT);
    const request = seconds === undefined ? undefined : toDuration(seconds);
    return request === undefined ? undefined : {request};
  },
};

/** The fields of the rule of each of some operations. */
export function ruleFields(
  operations: readonly RoutedOperation[],
  settings: EffectiveSettings,
): (operation: RoutedOperation) => RuleFields {
  const values = Object.entries(FIELDS).map(([name, field]) => [name, field(operations, settings)] as const);
  return (operation) =>
    Object.fromEntries(
      values.flatMap(([name, fieldOf]) => {
        const value = fieldOf(operation);
        return value === undefined ? [] : [[name, value]];
      }),
    );
}
