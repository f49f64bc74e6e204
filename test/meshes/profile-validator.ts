interface Profile {
  readonly metadata: {readonly name: string};
  readonly spec: {
    readonly routes: readonly {
      readonly name: string;
      readonly condition: {readonly method?: string; readonly pathRegex?: string};
      readonly timeout?: string;
      readonly responseClasses?: readonly {
        readonly condition: {readonly status?: {readonly min?: number; readonly max?: number}};
      }[];
    }[];
    readonly retryBudget?: {readonly retryRatio: number; readonly ttl: string};
  };
}

/** Source: Go, `time.ParseDuration`. */
const DURATION = /^[-+]?(0|((\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h))+)$/;

/** Source: Kubernetes, apimachinery `validation.IsDNS1123Subdomain`. */
const NAME = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * What Linkerd's validator refuses in a ServiceProfile, besides unknown fields and wrong types, which the CRD refuses too.
 *
 * Source: linkerd2, pkg/profiles/profiles.go, `Validate`.
 */
export function profileFaults({metadata, spec: {routes, retryBudget}}: Profile): string[] {
  const isStatus = (status: number) => status === 0 || (status >= 100 && status <= 599);
  const classes = routes.flatMap(({responseClasses = []}) => responseClasses);
  return [
    NAME.test(metadata.name) ? '' : `name ${metadata.name}`,
    ...routes.flatMap(({name, condition, timeout = '0'}) => [
      name === '' ? 'a route without a name' : '',
      DURATION.test(timeout) ? '' : `timeout ${timeout}`,
      condition.method || condition.pathRegex ? '' : 'a condition without a field',
    ]),
    ...classes.map(({condition: {status}}) => {
      if (!status) return 'a response class without a status';
      const {min = 0, max = 0} = status;
      return isStatus(min) && isStatus(max) && (max === 0 || min <= max) ? '' : `status ${min} to ${max}`;
    }),
    retryBudget === undefined || retryBudget.retryRatio >= 0 ? '' : `ratio ${retryBudget.retryRatio}`,
    retryBudget === undefined || DURATION.test(retryBudget.ttl) ? '' : `ttl ${retryBudget.ttl}`,
  ].filter((fault) => fault !== '');
}
