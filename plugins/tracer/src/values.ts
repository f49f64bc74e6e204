import type {Choices, Targets} from './targets.ts';

/** Values for the chart that carry out the options; what is not in it is the chart's own default. */
export interface ChartValues {
  readonly telemetry: {
    readonly dataStores: Readonly<Record<string, Readonly<Record<string, {readonly endpoint: string}>>>>;
  };
  readonly server: {readonly telemetry: {readonly dataStore: string}};
  readonly collector: {readonly enabled: boolean};
  readonly backend: {readonly enabled: boolean};
  readonly sampleApp: {readonly enabled: boolean};
}

/** The values of section 2.2 and the switches of the parts. The collector's address is not among them: the chart knows its own. */
export function valuesOf(choices: Choices, targets: Targets): ChartValues {
  const {kind, endpoint} = choices;
  return {
    telemetry: {dataStores: {[kind]: {[kind]: {endpoint}}}},
    server: {telemetry: {dataStore: kind}},
    collector: {enabled: !choices.skipCollector},
    backend: {enabled: targets.backend.installed},
    sampleApp: {enabled: !choices.skipSample},
  };
}
