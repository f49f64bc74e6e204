import {type Finding, inputNote} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import type {TargetName} from '../meshes.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import type {RuleFacts} from '../rules/rule.ts';
import {HTTP_ROUTE} from './http-route/index.ts';
import {SERVICE_PROFILE} from './service-profile/index.ts';
import {chosenOutput, type KubernetesObject, type Target} from './target.ts';

export const TARGETS: readonly [Target, ...Target[]] = [SERVICE_PROFILE, HTTP_ROUTE];

/** The output when none is chosen. */
export const DEFAULT_TARGET: Target = SERVICE_PROFILE;

/** True where neither `mesh` nor `target` says what reads the output. */
export function isUndecided({get}: EffectiveSettings): boolean {
  return get('mesh') === undefined && get('target') === undefined;
}

/** A note for the people who read the messages of a run: for whom the output is may be a surprise. */
export const UNDECIDED_MESH = inputNote(
  '`mesh` is not set: the output is for a mesh that reads `mesh.io`',
  `set \`mesh\`, or \`target: ${DEFAULT_TARGET.name}\` if meant; \`apigen init\` asks`,
);

export function targetNamed(name: TargetName): Target {
  return TARGETS.find((target) => target.name === name) ?? DEFAULT_TARGET;
}

export function targetOf(settings: EffectiveSettings): Target {
  return targetNamed(chosenOutput(settings).target);
}

/** The outputs that have a place for a setting or an option. */
export function targetsUsing(key: string): readonly Target[] {
  return TARGETS.filter(({without}) => !without.some((one) => one === key));
}

/** Source: Kubernetes, apimachinery `validation.TotalAnnotationSizeLimitB`; kubectl keeps what it applied in an annotation. */
const MAX_ANNOTATION = 256 * 1024;

/** Source: etcd, `embed.DefaultMaxRequestBytes`. */
const MAX_REQUEST = 1.5 * 1024 * 1024;

export const objectSize: RuleFacts = {
  code: 'object-size',
  severity: 'note',
  summary: 'The output is small enough for `kubectl apply`',
};

/** Objects that are too large to apply: each is stored and applied by itself, as JSON. */
export function tooLargeObjects(objects: readonly KubernetesObject[], uri: string): Finding[] {
  return objects.flatMap((object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(object)).length;
    if (bytes <= MAX_ANNOTATION) return [];
    const {kind, metadata} = object;
    const [refused, hint] =
      bytes <= MAX_REQUEST
        ? [`\`kubectl apply\` refuses more than ${MAX_ANNOTATION}`, 'run `kubectl apply --server-side`']
        : [
            `etcd refuses more than ${MAX_REQUEST}`,
            'split the description, or exclude paths with `x-apigen: {disabled: true}`',
          ];
    const message = `${kind} ${quote(metadata.name)} has ${bytes} bytes as JSON: ${refused}`;
    return {message, hint, location: {uri, pointer: '/paths', at: 'key'}};
  });
}
