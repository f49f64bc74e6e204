import type {EffectiveSettings} from '../openapi/effective-settings.ts';

/** The labels and annotations that the settings give, as far as there are any. */
export function commonMetadata(settings: EffectiveSettings): {labels?: object; annotations?: object} {
  const [labels, annotations] = [settings.get('labels') ?? {}, settings.get('annotations') ?? {}];
  return {
    ...(Object.keys(labels).length === 0 ? {} : {labels}),
    ...(Object.keys(annotations).length === 0 ? {} : {annotations}),
  };
}
