import {NAMED_FROM} from '../../meshes.ts';
import {chosenReader} from '../../openapi/chosen-reader.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {Operation} from '../../openapi/operation.ts';
import {RATE_LIMIT} from '../../settings/table.ts';
import {isAtLeast} from '../target.ts';

/** How many requests of an operation are taken in a time, at each proxy. */
export interface RateLimit {
  readonly requests: number;
  readonly per: 'second' | 'minute' | 'hour';
  /** Whether those of each address of a client are counted for themselves. */
  readonly by: 'all' | 'client';
}

/** The rate limit of an operation; `undefined` for none, and where the gateway has no policy for it. */
export function rateLimitOf(operation: Operation, settings: EffectiveSettings): RateLimit | undefined {
  const requests = settings.at(operation, RATE_LIMIT);
  if (!requests || !settings.get('gateway.name') || !limitsRates(settings)) return undefined;
  const per = settings.at(operation, 'rate_limit.per') ?? 'second';
  return {requests, per, by: settings.at(operation, 'rate_limit.by') ?? 'all'};
}

/** Whether policies of what reads the HTTPRoutes limit rates, by the names of rules. */
export function limitsRates(settings: EffectiveSettings): boolean {
  return chosenReader(settings).policies?.limitsRates === true && isAtLeast(NAMED_FROM, settings);
}

/** A rate limit in words: `100 per minute by client`. */
export function limitWords({requests, per, by}: Readonly<Record<keyof RateLimit, unknown>>): string {
  return `${requests} per ${per}${by === 'client' ? ' by client' : ''}`;
}

/** The longest name of a rate limit, which follows that of an operation, with a number. */
export const LIMIT_LENGTH = '.4294967295-per-second-by-client-16'.length;

/** The name of a rule after its rate limit: a policy that is attached by the name never limits what has another one. */
export function limitName(limit: RateLimit): string {
  return limitWords(limit).replaceAll(' ', '-');
}
