/** The parts that have a line in the plan, and the server's exporter, which has none. */
export type Part = 'Server' | 'Exporter' | 'Database' | 'Backend' | 'Collector' | 'Sample app';

const STORE = ['telemetry.dataStores', 'server.telemetry.dataStore'];
const NAMES = ['nameOverride', 'fullnameOverride'];

/**
 * The chart's values that change what a part's line says. Not among them are the two targets of the plan that are read from `--set`:
 * collector.export.endpoint and sampleApp.otlpEndpoint.
 */
const VALUES: Readonly<Record<Part, readonly string[]>> = {
  Server: STORE,
  Exporter: ['telemetry.exporters', 'server.telemetry', 'collector.enabled', ...NAMES],
  Database: ['postgresql.enabled', 'postgresql.persistence.enabled'],
  Backend: ['backend.enabled', ...STORE],
  Collector: ['collector.enabled', ...STORE, ...NAMES],
  'Sample app': ['sampleApp.enabled', 'collector.enabled', 'backend.enabled', ...NAMES],
};

/** Values of a person: the pairs of `--set` as they were given, and the files of `--values`. */
export interface OwnValues {
  readonly sets: readonly string[];
  readonly files: readonly string[];
}

/** Whether setting a key changes the value at a path: the same, one inside of it, or one that it stands in. */
function changes(key: string, path: string): boolean {
  return `${key}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${key}.`);
}

/** Whether only the chart knows what becomes of a part, because `--set` or `--values` may change it; a file may change any. */
export function isByValues({sets, files}: OwnValues, part: Part): boolean {
  if (files.length > 0) return true;
  const pairs = sets.flatMap((set) => set.split(/(?<!\\),/));
  const keys = pairs.map((pair) => pair.slice(0, pair.indexOf('=')));
  return keys.some((key) => key !== '' && VALUES[part].some((path) => changes(key, path)));
}
