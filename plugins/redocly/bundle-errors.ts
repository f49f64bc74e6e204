import type {UserContext} from '@redocly/openapi-core';

type Config = NonNullable<UserContext['config']>;

/** What is to be done when a bundle has an error, by the configuration that the bundling uses. */
const listeners = new WeakMap<Config, () => void>();

/**
 * Calls `listener` when the bundling that is under way turns out to have an error, be it the bundler's, another decorator's or
 * this one's: the bundle will not be written then. Listens until `bundlingBegins` with the same configuration.
 *
 * Redocly tells decorators nothing of each other's errors, but hands every problem of a bundling to its configuration when the
 * walk is over, to see whether it is to be ignored. (A visitor of references would see only some errors, and cost 5 % of the
 * time of a large description.) Where a version does not, the profile stays: a bundle with an error fails all the same.
 */
export function onBundleError(config: Config, listener: () => void): void {
  if (typeof config.addProblemToIgnore !== 'function') return;
  if (!listeners.has(config)) {
    const judge = config.addProblemToIgnore.bind(config);
    config.addProblemToIgnore = (problem) => {
      const judged = judge(problem);
      if (judged.severity === 'error' && judged.ignored !== true) listeners.get(config)?.();
      return judged;
    };
  }
  listeners.set(config, listener);
}

/**
 * Ends what an earlier bundling with the same configuration waits for: descriptions that are not in `apis` share one, and
 * the errors of the next are none of that one's.
 */
export function bundlingBegins({config}: UserContext): void {
  if (config) listeners.delete(config);
}
