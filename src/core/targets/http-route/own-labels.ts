import type {EffectiveSettings} from '../../openapi/effective-settings.ts';

/** The labels by which tools find the objects that were generated for a Service. */
export function ownLabels(settings: EffectiveSettings): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/managed-by': 'apigen',
    'app.kubernetes.io/name': settings.get('service.name') ?? '',
  };
}
