import {childLocation, type Finding} from '../problem.ts';
import type {Rule, RuleInput} from '../rule.ts';
import {findSettingFaults} from './setting-faults.ts';

/** Source: Kubernetes, apimachinery `validation.TotalAnnotationSizeLimitB`. */
const MAX_ANNOTATION_BYTES = 256 * 1024;

export const settingValue = {
  code: 'setting-value',
  severity: 'error',
  summary: 'The value of a setting is of the right type and in its range',
  check: (input) => [...findSettingFaults(input, 'setting-value'), ...annotationSize(input)],
} satisfies Rule;

/** The size of annotations counts after those of all levels are merged. */
function annotationSize({settings, description}: RuleInput): Finding[] {
  const encoder = new TextEncoder();
  const texts = Object.entries(settings.get('annotations') ?? {}).flat();
  const bytes = texts.reduce((total, text) => total + encoder.encode(text ?? '').length, 0);
  if (bytes <= MAX_ANNOTATION_BYTES) return [];
  const {extension, values} = description.settings;
  return [
    {
      message: `invalid \`annotations\`: expected at most ${MAX_ANNOTATION_BYTES} bytes in all, found ${bytes}`,
      hint: 'shorten or remove some of them',
      setting: 'annotations',
      ...(extension && values.annotations
        ? {location: childLocation(extension, 'annotations')}
        : {flag: 'annotations'}),
    },
  ];
}
