import type {EffectiveSettings} from '../../openapi/effective-settings.ts';

/** The labels by which tools find the objects that were generated for a Service, in this namespace or in another. */
export function ownLabels(settings: EffectiveSettings): Readonly<Record<string, string>> {
  const [own, namespace] = [settings.get('service.namespace'), settings.get('namespace')];
  return {
    'app.kubernetes.io/managed-by': 'apigen',
    'app.kubernetes.io/name': settings.get('service.name') ?? '',
    ...(own === undefined || own === namespace ? {} : {'apigen/service-namespace': own}),
  };
}
