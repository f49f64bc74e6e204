import {groupBy} from '../../base/group-by.ts';
import {ownValue} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {HTTP_ROUTE_REF, metadataOf} from '../../targets/http-route/http-route.ts';
import type {namedObjects, ObjectRule} from '../../targets/http-route/matched-routes.ts';
import {policyName} from '../../targets/http-route/object-name.ts';
import {type KubernetesObject, mapsIn} from '../../targets/target.ts';

/** What a policy says of a rule: rules with the same key have one policy, by this name. */
interface RulePolicy {
  readonly key: string;
  readonly name: string;
  readonly spec: object;
}

/** One policy for each distinct thing that is said of rules of HTTPRoutes, for all rules that it is said of. */
export function policiesOfRules(
  kind: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  objects: ReturnType<typeof namedObjects>,
  settings: EffectiveSettings,
  policyFor: (rule: ObjectRule) => RulePolicy | undefined,
): KubernetesObject[] {
  const rules = objects.flatMap(({name: object, rules: all}) =>
    all.flatMap((rule) => {
      const policy = rule.name ? policyFor(rule) : undefined;
      return policy ? [{...policy, targetRef: targetRef(object, rule.name)}] : [];
    }),
  );
  return [...groupBy(rules, ({key}) => key).values()].flatMap((group) =>
    group.slice(0, 1).map(({name, spec}) => {
      const targetRefs = group.map((one) => one.targetRef);
      return toPolicy(kind, policyName(settings, name), targetRefs, spec, settings);
    }),
  );
}

export function toPolicy(
  kind: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  name: string,
  targetRefs: readonly object[],
  spec: object,
  settings: EffectiveSettings,
): KubernetesObject {
  const metadata = {name, namespace: settings.get('namespace') ?? '', ...metadataOf(settings)};
  return {...kind, metadata, spec: {targetRefs, ...spec}};
}

/** A rule of an HTTPRoute, or without its name all of them. */
export function targetRef(name: string, sectionName?: string): object {
  return {...HTTP_ROUTE_REF, name, ...(sectionName && {sectionName})};
}

/** What policies of a kind say of the rules of HTTPRoutes: the one for a rule, else the one for all of them; `undefined` without any. */
export function readRulePolicies<T>(
  objects: readonly unknown[],
  {kind}: Pick<KubernetesObject, 'kind'>,
  read: (spec: unknown) => T,
): (httpRoute: unknown, rule: unknown) => T | undefined {
  const said = new Map<string, T>();
  const idOf = (...parts: readonly unknown[]) => parts.join('/');
  for (const object of objects) {
    const resource = resourceOf(object);
    if (resource.kind !== kind) continue;
    const value = read(ownValue(object, 'spec'));
    for (const {name, sectionName} of mapsIn(object, 'targetRefs'))
      said.set(idOf(resource.namespace, name, sectionName), value);
  }
  return (httpRoute, rule) => {
    const {namespace, name} = resourceOf(httpRoute);
    return said.get(idOf(namespace, name, rule)) ?? said.get(idOf(namespace, name, undefined));
  };
}
