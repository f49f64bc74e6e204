/** Commands that `commands.test.ts` runs, in this order, in a folder with `projectFiles`. */
export const RUN: readonly {
  readonly command: string;
  /** A file that it writes. */
  readonly writes?: string;
  /** What it prints to standard error. */
  readonly reports?: string;
}[] = [
  {command: 'apigen mesh -i openapi.yaml --overlay mesh.overlay.yaml'},
  {command: 'apigen mesh -i public.yaml -i internal.yaml --merge'},
  {command: 'apigen mesh -i openapi.yaml --strict --check mesh/petstore.yaml'},
  {
    command: "apigen mesh -i 'services/*/openapi.yaml' -o mesh/",
    writes: 'mesh/orders.yaml',
    reports: `description                     output              result
services/orders/openapi.yaml    mesh/orders.yaml    written
services/petstore/openapi.yaml  mesh/petstore.yaml  written
2 descriptions: 2 written
`,
  },
  {command: 'apigen mesh -i openapi.yaml --labels team=shop --labels tier=backend'},
  {command: 'apigen report -i openapi.yaml -o routes.html', writes: 'routes.html'},
  {command: 'apigen report -i petstore.yaml -i orders.yaml -o routes.html', writes: 'routes.html'},
  {command: 'apigen report --config redocly.yaml -o routes.html', writes: 'routes.html'},
  {command: 'apigen report core@v1 -o routes.html', writes: 'routes.html'},
  {command: 'apigen routes -i petstore.yaml -i orders.yaml'},
  {command: 'apigen routes -i public.yaml -i internal.yaml --merge'},
  {command: 'apigen routes --config redocly.yaml'},
  {command: 'apigen routes core@v1'},
  {command: 'npx @apigen/cli mesh -i openapi.yaml'},
  {
    command: 'npx @apigen/cli mesh --config redocly.yaml',
    writes: 'core@v1.service-profile.yaml',
    reports: 'apigen: core@v1: wrote core@v1.service-profile.yaml\n',
  },
  {
    command: 'npx @apigen/cli mesh core@v1',
    writes: 'core@v1.service-profile.yaml',
    reports: 'apigen: core@v1: wrote core@v1.service-profile.yaml\n',
  },
  {
    command: 'npx @apigen/cli mesh other.yaml --config redocly.yaml',
    writes: 'other.service-profile.yaml',
    reports: 'apigen: other: wrote other.service-profile.yaml\n',
  },
  {command: 'npx @apigen/cli mesh --config redocly.yaml --check'},
  {
    command: 'apigen init -i openapi.yaml --redocly --spectral --pre-commit --github-actions --yes',
    writes: '.github/workflows/apigen.yml',
    reports: `apigen: wrote .spectral.yaml, .pre-commit-config.yaml, .github/workflows/apigen.yml
next: pre-commit install
`,
  },
];

/** A command that `test/tools/documentation.test.ts` runs in a clone or in a user's project. */
export interface ToolsCommand {
  readonly command: string;
  readonly folder: 'clone' | 'project';
  /** A file of the folder that it writes. */
  readonly writes?: string;
}

export const RUN_WITH_TOOLS: readonly ToolsCommand[] = [
  {command: 'npm start', folder: 'clone'},
  {command: 'npm test -- golden -t spec-path-base', folder: 'clone'},
  {command: 'npm pack', folder: 'clone'},
  {
    command: 'npm install --save-dev ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@apigen/cli/package.json',
  },
  {command: 'npx @apigen/cli --version', folder: 'project'},
  {
    command: "npx @apigen/cli schema --openapi | jq 'del(.allOf)' > openapi.schema.json",
    folder: 'project',
    writes: 'openapi.schema.json',
  },
  {
    command: 'npm install --save-dev @redocly/cli ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@redocly/cli/package.json',
  },
  {command: 'npx redocly bundle', folder: 'project', writes: 'core@v1.service-profile.yaml'},
  {
    command: 'npm install --save-dev @stoplight/spectral-cli ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@stoplight/spectral-cli/package.json',
  },
  {command: 'npm install --global ./apigen-cli-*.tgz', folder: 'project', writes: 'global/bin/apigen'},
];

/** Commands that need more than a folder. `test` is the file that runs them or what they are about, if there is one. */
export const ELSEWHERE: readonly {
  readonly commands: RegExp;
  readonly because: string;
  readonly test?: string;
}[] = [
  {
    commands: /^(npm test|npm run fuzz|APIGEN_FUZZ_SEED=\d+ npm run fuzz|npm run (test:)?release)$/,
    because: 'is a tier of tests',
    test: '.ci/run',
  },
  {
    commands: /^(APIGEN_FUZZ_RUNS=100000 npm run fuzz|npm run mutation)/,
    because: 'takes an hour',
  },
  {
    commands: /^npm install (--save-dev|--global) @apigen\/cli$/,
    because: 'needs a release on npm',
    test: 'test/tools/npm-package.test.ts',
  },
  {
    commands: /^kubectl apply -f orders\.yaml$/,
    because: 'needs a cluster',
    test: 'test/cluster/mesh.test.ts',
  },
  {
    commands: /HTTPRoute \\|^kubectl get httproutes/,
    because: 'needs a cluster',
    test: 'test/cluster/http-route.test.ts',
  },
  {commands: /--check-cluster$/, because: 'needs a cluster', test: 'test/cluster/check-cluster.test.ts'},
  {
    commands: /^kustomize build .*(\n.*)?manifests\.yaml$/,
    because: 'needs kustomize and a cluster',
    test: 'test/cluster/kustomize.test.ts',
  },
  {
    commands: /^helm (upgrade|plugin)/,
    because: 'needs kustomize, helm and a cluster',
    test: 'test/tools/gitops.test.ts',
  },
  {
    commands: /^kustomize build --enable-alpha-plugins --enable-exec \.$/,
    because: 'needs kustomize',
    test: 'test/tools/kustomize.test.ts',
  },
  {commands: /--watch$/, because: 'does not end', test: 'test/commands/mesh/watch.test.ts'},
  {
    commands: /^curl .*\/install-cli\.sh \| sh|^sh install-cli\.sh|^curl .* -o install-cli\.sh$/,
    because: 'needs a release',
    test: 'test/release/install-cli/options.test.ts',
  },
  {
    commands: /\/install-cli\.ps1/,
    because: 'needs a release and PowerShell',
    test: 'test/release/install-cli/powershell.test.ts',
  },
  {
    commands: /apt-get|sources\.list\.d|\/etc\/apt\/keyrings/,
    because: 'needs a release and root',
    test: 'test/release/packages/apt.test.ts',
  },
  {
    commands: /^curl .*\/apigen\.asc$|^gpg --(import|verify) /,
    because: 'needs a signed release',
    test: 'test/release/packages/signatures.test.ts',
  },
  {
    commands: /dnf|yum\.repos\.d/,
    because: 'needs a release and root',
    test: 'test/release/packages/rpm.test.ts',
  },
  {
    commands: /^docker build/,
    because: 'needs Docker and a network',
    test: 'test/release/workflows/workflows.test.ts',
  },
  {
    commands: /^(npm run version|npm install|git (commit|tag|push) .*)$/,
    because: 'publishes a release',
  },
  {
    commands: /^node release\/run\.mjs write-addresses/,
    because: 'changes the repository',
    test: 'test/release/workflows/workflows.test.ts',
  },
  {
    commands: /^APIGEN_TEST_LINKERD_PROXY=/,
    because: "needs Linkerd's proxy",
    test: 'test/core/targets/http-route/linkerd-proxy.test.ts',
  },
  {
    commands: /^linkerd install|^APIGEN_TEST_LINKERD_CRDS=/,
    because: "needs Linkerd's command line",
    test: 'test/cluster/service-profile.test.ts',
  },
  {
    commands: /^apigen tracer install( --dry-run)?$|^apigen tracer status$/,
    because: 'needs a cluster',
    test: 'test/cluster/install/commands.test.ts',
  },
  {
    commands: /^apigen tracer open$/,
    because: 'needs a cluster',
    test: 'test/cluster/install/connections.test.ts',
  },
  {
    commands: /^apigen tracer uninstall$/,
    because: 'needs a cluster',
    test: 'test/cluster/uninstall/uninstall.test.ts',
  },
  {
    commands: /\/install\.sh \| sh/,
    because: 'needs a release and a cluster',
    test: 'test/cluster/install/shells.test.ts',
  },
  {
    commands: /^helm (repo|install)/,
    because: 'needs a release and a cluster',
    test: 'test/cluster/chart/install.test.ts',
  },
  {
    commands: /^apigen tracer install --chart private/,
    because: 'needs a cluster and a chart repository with a password',
    test: 'test/cluster/install/environment.test.ts',
  },
  {
    commands: /^apigen tracer install --(values|set|reuse-values)/,
    because: 'needs a cluster',
    test: 'test/cluster/install/values.test.ts',
  },
  {
    commands: /pg_dump/,
    because: 'needs a cluster with images',
  },
];
