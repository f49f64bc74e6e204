import type {Order} from './arguments.ts';
import type {Part} from './overrides.ts';

/** Who is installed and who sends where, for machines: `null` for a part that is not installed. */
export interface ToldTargets {
  readonly targets: Readonly<Record<string, string | boolean | null>>;
  /** What is missing among the targets, because `--set` or `--values` may change it: only the chart knows what becomes of it. */
  readonly targetsByValues: readonly string[];
}

/** The targets of an order, without those that values of a person may change. */
export function toldTargets({targets, isByValues}: Order): ToldTargets {
  const rows: readonly (readonly [string, Part, string | boolean | null])[] = [
    ['backendInstalled', 'Backend', targets.backend.installed],
    ['collectorExportsTo', 'Collector', targets.collectorExportsTo ?? null],
    ['serverExportsTo', 'Exporter', targets.serverExportsTo ?? null],
    ['sampleSendsTo', 'Sample app', targets.sampleSendsTo ?? null],
  ];
  return {
    targets: Object.fromEntries(
      rows.filter(([, part]) => !isByValues(part)).map(([name, , target]) => [name, target]),
    ),
    targetsByValues: rows.filter(([, part]) => isByValues(part)).map(([name]) => name),
  };
}
