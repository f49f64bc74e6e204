import {text} from './text.ts';

/**
 * A time from 1 second to 1 minute, with one unit.
 *
 * Source: Go, `time.ParseDuration`; linkerd2-proxy, service-profiles `convert_retry_budget`, which ignores a budget whose
 * `ttl` is outside of these limits.
 */
export const duration = text({
  name: 'duration',
  expected: 'a duration from 1s to 60s, such as "10s" or "1500ms"',
  pattern: '^((([1-9]|[1-5][0-9])(\\.[0-9]+)?|60)s|([1-9][0-9]{3}|[1-5][0-9]{4}|60000)ms|1m)$',
  right: ['1s', '10s', '1.5s', '60s', '1000ms', '60000ms', '1m'],
  wrong: [
    '0s',
    '0.5s',
    '61s',
    '60.5s',
    '999ms',
    '60001ms',
    '2m',
    '10',
    's',
    '-1s',
    '1h',
    '',
    10,
    true,
    [],
    {},
  ],
});
