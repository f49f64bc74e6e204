import {quote} from '../quote.ts';
import type {OutputRule} from './target.ts';

/** Source: Kubernetes, apimachinery `validation.TotalAnnotationSizeLimitB`; kubectl keeps what it applied in an annotation. */
const MAX_ANNOTATION = 256 * 1024;

/** Source: etcd, `embed.DefaultMaxRequestBytes`. */
const MAX_REQUEST = 1.5 * 1024 * 1024;

/** Each object is stored and applied by itself, as JSON. */
export const objectSize = {
  code: 'object-size',
  severity: 'note',
  summary: 'The output is small enough for `kubectl apply`',
  check: (objects, {uri}) =>
    objects.flatMap((object) => {
      const bytes = new TextEncoder().encode(JSON.stringify(object)).length;
      if (bytes <= MAX_ANNOTATION) return [];
      const {kind, metadata} = object;
      const size = `${kind} ${quote(metadata.name)} has ${bytes} bytes as JSON`;
      const location = {uri, pointer: '/paths', at: 'key' as const};
      return bytes <= MAX_REQUEST
        ? {
            message: `${size}: \`kubectl apply\` refuses more than ${MAX_ANNOTATION}`,
            hint: 'run `kubectl apply --server-side`',
            location,
          }
        : {
            message: `${size}: etcd refuses more than ${MAX_REQUEST}`,
            hint: 'split the description, or exclude paths with `x-apigen: {disabled: true}`',
            location,
          };
    }),
} satisfies OutputRule;
