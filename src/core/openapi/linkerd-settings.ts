import type {Description} from './description.ts';

/** The same description with the settings of Linkerd's extensions, except where an operation has its own. */
export function withLinkerdExtensions(description: Description): Description {
  const found = description.operations.flatMap(({linkerd}) => linkerd?.faults ?? []);
  return {
    ...description,
    settingFaults: [...description.settingFaults, ...found],
    operations: description.operations.map((operation) => {
      const {linkerd, settings} = operation;
      return linkerd
        ? {...operation, settings: {...settings, values: {...linkerd.values, ...settings.values}}}
        : operation;
    }),
  };
}
