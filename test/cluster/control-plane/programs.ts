import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {moduleFolder} from './module-folder.ts';

const KUBERNETES = 'v1.36.3';
const KWOK = 'v0.8.0';
/** The newest that Go 1.26 builds. */
const KUSTOMIZE = 'v5.8.2';
const HELM_3 = 'v3.22.0';
const HELM_4 = 'v4.3.1';
/** Of the oldest minor version that the installers support. */
const HELM_OLDEST = 'v3.14.4';
export const ENVOY_GATEWAY = 'v1.9.0';
/** The module with its CRDs. */
export const ISTIO_API = 'v1.31.4';
export const CONTOUR = 'v1.33.6';

/** The programs that one `go` command builds into a folder. */
export interface Program {
  readonly name: string;
  /** Packages; with a version after `@` they are installed, otherwise built with the go.mod of this folder, which pins them. */
  readonly packages: readonly string[];
  /** Linker variables of a release: without them a program reports no version, and helm's `kubeVersion` checks fail. */
  readonly variables: Readonly<Record<string, string>>;
  /** Build time in minutes on two cores with an empty Go cache. */
  readonly minutes: number;
  readonly rename?: Readonly<Record<string, string>>;
  /** Adds other files to the folder. */
  readonly finish?: (folder: string) => Promise<void>;
}

const KUBERNETES_PROGRAMS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'];

/** The programs of the cluster tests, and of those with kustomize, each at one version. */
export const PROGRAMS = {
  kubernetes: {
    name: `kubernetes-${KUBERNETES}`,
    packages: [
      'go.etcd.io/etcd/server/v3',
      ...KUBERNETES_PROGRAMS.map((program) => `k8s.io/kubernetes/cmd/${program}`),
    ],
    variables: {
      'k8s.io/component-base/version.gitVersion': KUBERNETES,
      'k8s.io/component-base/version.gitMajor': '1',
      'k8s.io/component-base/version.gitMinor': '36',
    },
    minutes: 9,
    // The package of etcd is called after its folder.
    rename: {server: 'etcd'},
  },
  kwok: {
    name: `kwok-${KWOK}`,
    packages: [`sigs.k8s.io/kwok/cmd/kwok@${KWOK}`],
    variables: {},
    minutes: 1,
    finish: keepStages,
  },
  kustomize: {
    name: `kustomize-${KUSTOMIZE}`,
    packages: [`sigs.k8s.io/kustomize/kustomize/v5@${KUSTOMIZE}`],
    variables: {},
    minutes: 1,
  },
  helm3: {
    name: `helm-${HELM_3}`,
    packages: [`helm.sh/helm/v3/cmd/helm@${HELM_3}`],
    variables: {
      'helm.sh/helm/v3/internal/version.version': HELM_3,
      // The minor of the client library that it is built with, as its Makefile does.
      'helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor': '1',
      'helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor': '37',
    },
    minutes: 2,
  },
  helm4: {
    name: `helm-${HELM_4}`,
    packages: [`helm.sh/helm/v4/cmd/helm@${HELM_4}`],
    variables: {'helm.sh/helm/v4/internal/version.version': HELM_4},
    minutes: 2,
  },
  helmOldest: {
    name: `helm-${HELM_OLDEST}`,
    packages: [`helm.sh/helm/v3/cmd/helm@${HELM_OLDEST}`],
    variables: {'helm.sh/helm/v3/internal/version.version': HELM_OLDEST},
    minutes: 2,
  },
  /** Translates objects as the controller does. */
  egctl: {
    name: `egctl-${ENVOY_GATEWAY}`,
    packages: [`github.com/envoyproxy/gateway/cmd/egctl@${ENVOY_GATEWAY}`],
    variables: {},
    minutes: 9,
  },
  contour: {
    name: `contour-${CONTOUR}`,
    packages: [`github.com/projectcontour/contour/cmd/contour@${CONTOUR}`],
    variables: {'github.com/projectcontour/contour/internal/build.Version': CONTOUR},
    minutes: 4,
  },
} satisfies Record<string, Program>;

/** Stages of kwok's module that make a node ready, and run a pod as soon as it is scheduled; kwok has none by default. */
const STAGES = [
  'node/fast/node-initialize.yaml',
  'node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
  'pod/fast/pod-ready.yaml',
  'pod/fast/pod-complete.yaml',
  'pod/fast/pod-delete.yaml',
];

async function keepStages(folder: string): Promise<void> {
  const kwok = await moduleFolder(`sigs.k8s.io/kwok@${KWOK}`);
  const stages = STAGES.map((name) => readFileSync(path.join(kwok, 'kustomize', 'stage', name), 'utf8'));
  writeFileSync(path.join(folder, 'stages.yaml'), stages.join('---\n'));
}
