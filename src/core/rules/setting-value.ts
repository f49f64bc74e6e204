import {childLocation, type Finding} from '../problem.ts';
import {type Rule, type RuleInput, readerRule} from '../rule.ts';

/** Source: Kubernetes, apimachinery `validation.TotalAnnotationSizeLimitB`. */
const MAX_ANNOTATION_BYTES = 256 * 1024;

const WRONG_VALUE = readerRule(
  'setting-value',
  'error',
  'The value of a setting is of the right type and in its range',
);

export const settingValue = {
  ...WRONG_VALUE,
  check: (input) => [...WRONG_VALUE.check(input), ...annotationSize(input)],
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
