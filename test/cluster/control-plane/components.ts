/** One process of the control plane: the program's file name and its arguments. */
export interface Component {
  readonly name: 'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kwok';
  readonly args: readonly string[];
}

/** Loopback ports that nothing listens on. */
export interface Ports {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly apiServer: number;
  readonly kubelet: number;
}

/**
 * The processes of a control plane in the order in which they are started, with paths relative to their folder, which
 * must contain `tokens.csv`, `service-account.key` and `.pub`, `kubeconfig` and kwok's configuration.
 */
export function components(ports: Ports, configs: readonly string[]): readonly Component[] {
  const etcd = `http://127.0.0.1:${ports.etcd}`;
  const etcdPeer = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    {
      name: 'etcd',
      args: [
        '--data-dir=etcd',
        `--listen-client-urls=${etcd}`,
        `--advertise-client-urls=${etcd}`,
        `--listen-peer-urls=${etcdPeer}`,
        `--initial-advertise-peer-urls=${etcdPeer}`,
        `--initial-cluster=default=${etcdPeer}`,
        // Nothing here has to survive a power cut.
        '--unsafe-no-fsync',
      ],
    },
    {
      name: 'kube-apiserver',
      args: [
        `--etcd-servers=${etcd}`,
        `--secure-port=${ports.apiServer}`,
        '--bind-address=127.0.0.1',
        '--advertise-address=127.0.0.1',
        // Empty, so that the server creates a certificate there.
        '--cert-dir=certificates',
        '--token-auth-file=tokens.csv',
        '--service-account-key-file=service-account.pub',
        '--service-account-signing-key-file=service-account.key',
        '--service-account-issuer=https://kubernetes.default.svc',
        '--service-cluster-ip-range=10.0.0.0/16',
        '--authorization-mode=RBAC',
        '--endpoint-reconciler-type=none',
      ],
    },
    {
      name: 'kube-controller-manager',
      args: [
        '--kubeconfig=kubeconfig',
        '--root-ca-file=certificates/apiserver.crt',
        '--service-account-private-key-file=service-account.key',
        '--use-service-account-credentials',
        // kwok reports its node every ten minutes; the pods of a node that does not report become unready.
        '--node-monitor-grace-period=24h',
        '--leader-elect=false',
        '--secure-port=0',
      ],
    },
    {name: 'kube-scheduler', args: ['--kubeconfig=kubeconfig', '--leader-elect=false', '--secure-port=0']},
    {
      name: 'kwok',
      args: [
        '--kubeconfig=kubeconfig',
        '--manage-all-nodes=false',
        // Without a lease that is renewed, the node counts as lost after 40 s and its pods as not ready.
        '--node-lease-duration-seconds=40',
        '--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake',
        // It is the kubelet of its node, to which the API server forwards ports.
        `--server-address=127.0.0.1:${ports.kubelet}`,
        '--node-ip=127.0.0.1',
        `--node-port=${ports.kubelet}`,
        '--tls-cert-file=certificates/apiserver.crt',
        '--tls-private-key-file=certificates/apiserver.key',
        ...configs.map((file) => `--config=${file}`),
      ],
    },
  ];
}
