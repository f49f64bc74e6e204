import {JSON_FORMATS, type JsonFormat} from './formats.ts';

/**
 * The formats of JSON with fields that the user names, and those of the names that no line has had so far.
 *
 * @param given such as `path=resource,duration=resp_time:s`; of several fields for one thing, the first that is there counts
 */
export function readLogFields(given = '') {
  const pairs = given.split(',').map((pair) => pair.split('=', 2));
  const named = (key: string, otherwise: readonly string[] = []) => {
    const names = pairs.flatMap(([one, name = '']) => (one === key ? name : []));
    return names.length > 0 ? names : otherwise;
  };
  const durations: JsonFormat['durations'] = Object.fromEntries(
    named('duration').map((one) => one.split(':')),
  );
  const formats = JSON_FORMATS.map((format) => ({
    ...format,
    methods: named('method', format.methods),
    targets: named('path', format.targets),
    durations: named('duration').length > 0 ? durations : format.durations,
    status: named('status', format.status),
    hosts: named('host', format.hosts),
  }));
  const names = ['method', 'path', 'status', 'host'].flatMap((key) => named(key));
  return {formats, absent: new Set([...names, ...Object.keys(durations)])};
}
