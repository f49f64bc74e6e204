/** The outputs that the setting `target` chooses from. */
export const TARGET_NAMES = ['service-profile', 'httproute'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** The types of matches, as the Gateway API names them. */
export type MatchType = 'Exact' | 'PathPrefix' | 'RegularExpression';

/** Kubernetes objects that a mesh reads. */
export interface MeshOutput {
  readonly target: TargetName;
  readonly apiVersion: string;
  /** What it is called where a user chooses one of several. */
  readonly choice?: string;
}

/** What a mesh reads, and what it does with HTTPRoutes. */
export interface MeshFacts {
  /** What messages call it. */
  readonly title: string;
  /** What it reads; the first is the default of `target`. */
  readonly outputs: readonly [MeshOutput, ...MeshOutput[]];
  /**
   * How it ranks the matches of all HTTPRoutes of a Service: by the type of their path, from the first to the last, and those of
   * one type by the length of their text if `byLength`. Where that decides nothing, the HTTPRoute that is older and the order in it do.
   */
  readonly types: readonly (readonly MatchType[])[];
  readonly byLength: boolean;
  /** The match that it ranks below every other. */
  readonly catchAll: {readonly type: MatchType; readonly value: string};
  /** What to do instead, if it does not read `retry` of a rule. */
  readonly insteadOfRetry?: string;
  /** Whether it reads durations with several units, such as `1h30m`. */
  readonly readsSeveralUnits: boolean;
  /** Whether it reads HTTPRoutes in another namespace than that of their Service. */
  readonly readsConsumerRoutes: boolean;
}

const HTTP_ROUTES = {target: 'httproute', apiVersion: 'gateway.networking.k8s.io/v1'} satisfies MeshOutput;

/**
 * What each mesh reads, and how it ranks the matches of HTTPRoutes. An expression has to match the whole path, in each of them.
 *
 * Sources: linkerd2-proxy, linkerd/http/route, `RequestMatch`: a match of the whole path is longer than one of a prefix; linkerd2,
 * policy-controller, `convert_gateway_rule` and `parse_duration`: what it cannot read is dropped. Istio, pilot, `sortHTTPRoutes`:
 * a prefix wins over every expression. Cilium, operator, `SortableRoute.Less`, and the documentation of GAMMA.
 */
export const MESHES = {
  linkerd: {
    title: 'Linkerd',
    outputs: [
      {
        target: 'service-profile',
        apiVersion: 'linkerd.io/v1alpha2',
        choice: 'ServiceProfile (every version)',
      },
      {...HTTP_ROUTES, choice: 'HTTPRoute (2.16 on; what Linkerd develops)'},
    ],
    types: [['Exact', 'RegularExpression'], ['PathPrefix']],
    byLength: false,
    catchAll: {type: 'PathPrefix', value: '/'},
    insteadOfRetry:
      'annotate the Service with `retry.linkerd.io/http: 5xx`, or use the target `service-profile`',
    readsSeveralUnits: false,
    readsConsumerRoutes: true,
  },
  istio: {
    title: 'Istio',
    outputs: [HTTP_ROUTES],
    types: [['Exact'], ['PathPrefix'], ['RegularExpression']],
    byLength: true,
    catchAll: {type: 'RegularExpression', value: '/.*'},
    readsSeveralUnits: true,
    readsConsumerRoutes: true,
  },
  cilium: {
    title: 'Cilium',
    outputs: [HTTP_ROUTES],
    types: [['Exact'], ['RegularExpression'], ['PathPrefix']],
    byLength: true,
    catchAll: {type: 'PathPrefix', value: '/'},
    readsSeveralUnits: true,
    readsConsumerRoutes: false,
  },
} satisfies Readonly<Record<string, MeshFacts>>;

/** Where `mesh` is not set: the ServiceProfile of the specification, and HTTPRoutes for Linkerd. */
const NO_MESH: MeshFacts = {
  ...MESHES.linkerd,
  outputs: [{target: 'service-profile', apiVersion: 'mesh.io/v1alpha2'}, HTTP_ROUTES],
};

export type MeshName = keyof typeof MESHES;
export const MESH_NAMES = ['linkerd', 'istio', 'cilium'] as const satisfies readonly MeshName[];

/** What a value of the setting `mesh` stands for. */
export function meshNamed(name: MeshName | undefined): MeshFacts {
  return name === undefined ? NO_MESH : MESHES[name];
}

/** The output that is written for a mesh: the one that is chosen, else the first that the mesh reads. */
export function meshOutput(mesh: MeshName | undefined, chosen: TargetName | undefined): MeshOutput {
  const {outputs} = meshNamed(mesh);
  return outputs.find(({target}) => target === chosen) ?? outputs[0];
}

/** What a user chooses from. The value of a setting is empty if it is not written. */
export interface Choice<V = string> {
  readonly name: string;
  readonly value: V;
}

export const MESH_CHOICES: readonly Choice[] = [
  ...MESH_NAMES.map((value) => ({name: MESHES[value].title, value})),
  {name: 'another that reads mesh.io', value: ''},
];

/** The values of `target` that a user chooses from; none where the mesh leaves no choice. */
export function targetChoices(mesh: MeshName | undefined): Choice[] {
  const {outputs} = meshNamed(mesh);
  return outputs.flatMap(({target, choice}, index) =>
    choice === undefined ? [] : [{name: choice, value: index === 0 ? '' : target}],
  );
}
