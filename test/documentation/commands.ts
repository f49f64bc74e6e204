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
    reports: `DESCRIPTION                     OUTPUT              RESULT
services/orders/openapi.yaml    mesh/orders.yaml    written
services/petstore/openapi.yaml  mesh/petstore.yaml  written
2 descriptions: 2 written
`,
  },
  {command: 'apigen mesh -i openapi.yaml --labels team=shop --labels tier=backend'},
  {command: 'apigen lint -i openapi.yaml', reports: 'no problems in 1 description\n'},
  {
    command: "apigen lint -i 'services/*/openapi.yaml' --strict",
    reports: 'no problems in 2 descriptions\n',
  },
  {command: 'apigen lint --config redocly.yaml', reports: 'no problems in 1 API\n'},
  {command: 'apigen report -i openapi.yaml -o routes.html', writes: 'routes.html'},
  {command: 'apigen report -i petstore.yaml -i orders.yaml -o routes.html', writes: 'routes.html'},
  {command: 'apigen report --config redocly.yaml -o routes.html', writes: 'routes.html'},
  {command: 'apigen report --config redocly.yaml core@v1 -o routes.html', writes: 'routes.html'},
  {command: 'apigen routes -i petstore.yaml -i orders.yaml'},
  {command: 'apigen routes -i public.yaml -i internal.yaml --merge'},
  {command: 'apigen routes --config redocly.yaml'},
  {command: 'apigen routes --config redocly.yaml core@v1'},
  {command: 'npx @apigen/cli mesh -i openapi.yaml'},
  {
    command: 'npx @apigen/cli mesh --config redocly.yaml',
    writes: 'core@v1.service-profile.yaml',
    reports: 'apigen: core@v1: wrote core@v1.service-profile.yaml\n',
  },
  {
    command: 'npx @apigen/cli mesh --config redocly.yaml core@v1',
    writes: 'core@v1.service-profile.yaml',
    reports: 'apigen: core@v1: wrote core@v1.service-profile.yaml\n',
  },
  {
    command: 'npx @apigen/cli mesh --config redocly.yaml other.yaml',
    writes: 'other.service-profile.yaml',
    reports: 'apigen: other: wrote other.service-profile.yaml\n',
  },
  {command: 'npx @apigen/cli mesh --config redocly.yaml --check'},
  {
    command: 'apigen init -i openapi.yaml --redocly --spectral --pre-commit --github-actions --yes',
    writes: '.github/workflows/apigen.yml',
    reports: `apigen: wrote .spectral.yaml, .pre-commit-config.yaml, .github/workflows/apigen.yml
next: apigen mesh -i openapi.yaml -o mesh/petstore.yaml
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

/**
 * Commands that need more than a folder, by what they need; each with the file that runs them or what they are about, if there is one.
 */
export const ELSEWHERE: Readonly<Record<string, readonly (readonly [commands: RegExp, test?: string])[]>> = {
  'is a tier of tests': [
    [/^(npm test|npm run fuzz|APIGEN_FUZZ_SEED=\d+ npm run fuzz|npm run (test:)?release)$/, '.ci/run'],
  ],
  'takes an hour': [[/^(APIGEN_FUZZ_RUNS=100000 npm run fuzz|npm run mutation)/]],
  'needs a release on npm': [
    [/^npm install (--save-dev|--global) @apigen\/cli$/, 'test/tools/npm-package.test.ts'],
  ],
  'needs a cluster': [
    [/^kubectl apply -f orders\.yaml$/, 'test/cluster/mesh.test.ts'],
    [/HTTPRoute \\|^kubectl get httproutes/, 'test/cluster/http-route.test.ts'],
    [/^apigen diff .*--cluster$/, 'test/cluster/diff.test.ts'],
    [/^apigen tracer install( --dry-run)?$|^apigen tracer status$/, 'test/cluster/install/commands.test.ts'],
    [/^apigen tracer open$/, 'test/cluster/install/connections.test.ts'],
    [/^apigen tracer uninstall$/, 'test/cluster/uninstall/uninstall.test.ts'],
    [/^kubectl (create (namespace|secret)|delete statefulset)/, 'test/cluster/chart/password.test.ts'],
    [/^apigen tracer install --(values|set|reuse-values)/, 'test/cluster/install/values.test.ts'],
  ],
  'needs kustomize and a cluster': [
    [/^kustomize build .*(\n.*)?manifests\.yaml$/, 'test/cluster/kustomize.test.ts'],
  ],
  'needs kustomize, helm and a cluster': [[/^helm (upgrade|plugin)/, 'test/tools/gitops.test.ts']],
  'needs kustomize': [
    [/^kustomize build --enable-alpha-plugins --enable-exec \.$/, 'test/tools/kustomize.test.ts'],
    [/^kustomize build .* examples\/gitops\/overlays\/dev$/, 'test/tools/gitops.test.ts'],
  ],
  'does not end': [[/--watch$/, 'test/commands/mesh/watch.test.ts']],
  'needs a release': [
    [
      /^curl .*\/install-cli\.sh \| sh|^sh install-cli\.sh|^curl .* -o install-cli\.sh$/,
      'test/release/install-cli/options.test.ts',
    ],
  ],
  'needs a release and PowerShell': [[/\/install-cli\.ps1/, 'test/release/install-cli/powershell.test.ts']],
  'needs a release and root': [
    [/apt-get|sources\.list\.d|\/etc\/apt\/keyrings/, 'test/release/packages/apt.test.ts'],
    [/dnf|yum\.repos\.d/, 'test/release/packages/rpm.test.ts'],
  ],
  'needs a signed release': [
    [/^curl .*\/apigen\.asc$|^gpg --(import|verify) /, 'test/release/packages/signatures.test.ts'],
  ],
  'needs Docker and a network': [[/^docker build/, 'test/release/workflows/workflows.test.ts']],
  'publishes a release': [[/^(npm run version|npm install|git (commit|tag|push) .*)$/]],
  'changes the repository': [
    [/^node release\/run\.mjs write-addresses/, 'test/release/workflows/workflows.test.ts'],
  ],
  "needs Linkerd's proxy": [
    [/^APIGEN_TEST_LINKERD_PROXY=/, 'test/core/targets/http-route/linkerd-proxy.test.ts'],
  ],
  "needs Linkerd's command line": [
    [/^linkerd install|^APIGEN_TEST_LINKERD_CRDS=/, 'test/cluster/service-profile.test.ts'],
  ],
  'needs a release and a cluster': [
    [/\/install\.sh \| sh/, 'test/cluster/install/shells.test.ts'],
    [/^helm (repo|install)/, 'test/cluster/chart/install.test.ts'],
  ],
  'needs a cluster and a chart repository with a password': [
    [/^apigen tracer install --chart private/, 'test/cluster/install/environment.test.ts'],
  ],
  'needs the programs of the tracer': [
    [/^curl -fsS http:\/\/localhost:11633|pg_dump|psql|^kubectl scale/, 'test/tracer/first-test.test.ts'],
  ],
  'needs images': [[/trivy/]],
};
