#!/bin/sh
# Installs tracer, the trace-testing tool, with its database on a Kubernetes cluster: with helm and kubectl, in any POSIX shell.
# shellcheck disable=SC2016 # Backquotes in messages are text.
# All commands are in one group, so that an incomplete download does nothing.
{
set -eu

RELEASE=tracer
NAMESPACE=tracer
TIMEOUT=5m
CHART_REPO_URL=${TRACER_CHART_REPO_URL:-https://get.apigen.example/charts}
chart_repo=TRACER_CHART_REPO_URL
DEFAULT_ENDPOINT=kindA-query:16685

usage() { cat <<'END'
Install the trace-testing tool tracer, with its database, on a Kubernetes cluster. Needs helm (3.14 or newer, or 4) and kubectl.

Usage: curl -fsSL https://get.apigen.example/tracer/install.sh | sh -s -- [options]

Options:
  -n, --namespace <name>                       Namespace of tracer [default: tracer]
      --trace-backend <kindA|kindB>            Kind of trace backend: kindA is Jaeger, kindB is Grafana Tempo [default: kindA]
      --trace-backend-endpoint <host:port>     Query endpoint of the trace backend; kindB has no default [default: kindA-query:16685]
      --collector-export-endpoint <host:port>  OTLP/gRPC endpoint that the collector exports to [default: port 4317 of the trace backend]
      --skip-collector                         Do not install the collector
      --skip-pma                               Do not install the sample application
      --skip-backend                           Do not install the kind A backend (Jaeger)
      --context <name>                         Context of the kubeconfig to use instead of the current one
      --chart-repo <url>                       Chart repository to install from [default: $TRACER_CHART_REPO_URL]
      --chart-version <version>                Version of the chart [default: the newest]
      --dry-run                                Check everything and print the plan, but change nothing
  -y, --yes                                    Do not ask for confirmation
  -h, --help                                   Show this help

For values of your own and for diagnosis, use `apigen tracer install` and `apigen tracer status`.
Uninstall: helm uninstall tracer --namespace <name>
END
}

# A closed pipe (`| head`) does not stop the installation.
trap '' PIPE
say() { printf '%s\n' "$*" 2>/dev/null || :; }

# Replaces the credentials in URLs by ***.
mask() { sed 's|\([A-Za-z][A-Za-z]*://\)[^/?#[:space:]"]*@|\1***@|g'; }

fail() {
  say "Error: $*" | mask >&2
  exit 1
}

wrong_usage() {
  say "Error: $*" | mask >&2
  say 'See more help with --help' >&2
  exit 2
}

# --- options: checked before any program is started ---

# Arguments: option, value, pattern, what is allowed.
check_format() {
  case $2 in
    *"
"*) ;;
    *) if say "$2" | LC_ALL=C grep -Eq -e "$3"; then return; fi ;;
  esac
  wrong_usage "invalid $1 \"$2\": expected $4"
}

label='[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?'
port='([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'

check_value() {
  case $1 in
    --namespace) check_format "$@" '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' 'at most 63 lower-case letters, digits and "-"' ;;
    --trace-backend) check_format "$@" '^(kindA|kindB)$' 'kindA or kindB' ;;
    *-endpoint)
      check_format "$@" "^($label(\\.$label)*\\.?|\\[[0-9A-Fa-f:.]+\\]):$port\$" '<host>:<port>, for example kindA-query:16685'
      ;;
    --chart-repo) check_format "$@" '^https?://[^/[:space:]]+[^[:space:]]*$' 'a URL that starts with https:// or http://' ;;
    *) check_format "$@" '.' 'a non-empty value' ;;
  esac
}

set_option() {
  check_value "$1" "$2"
  case $1 in
    --namespace) NAMESPACE=$2 ;;
    --trace-backend) kind=$2 ;;
    --trace-backend-endpoint) endpoint=$2 ;;
    --collector-export-endpoint) export_endpoint=$2 ;;
    --context) context=$2 ;;
    --chart-repo) CHART_REPO_URL=$2 chart_repo=--chart-repo ;;
    --chart-version) chart_version=$2 ;;
  esac
}

parse_options() {
  kind=kindA endpoint='' export_endpoint='' context='' chart_version='' dry_run='' yes=''
  collector=true sample=true backend=true
  while [ "$#" -gt 0 ]; do
    option=$1
    shift
    case $option in
      --*=*)
        set -- "${option#*=}" "$@"
        option=${option%%=*}
        ;;
      -n) option=--namespace ;;
      -n?*)
        set -- "${option#-n}" "$@"
        option=--namespace
        ;;
    esac
    case $option in
      --namespace | --trace-backend | --trace-backend-endpoint | --collector-export-endpoint | --context | --chart-repo | --chart-version)
        case ${1--} in
          -*) wrong_usage "missing value of $option" ;;
        esac
        set_option "$option" "$1"
        shift
        ;;
      --skip-collector) collector=false ;;
      --skip-pma) sample=false ;;
      --skip-backend) backend=false ;;
      --dry-run) dry_run=1 ;;
      --yes | -y) yes=1 ;;
      --help | -h)
        usage
        exit 0
        ;;
      -?*) wrong_usage "unknown option: $option" ;;
      *) wrong_usage "unexpected argument: $option" ;;
    esac
  done
}

# helm's arguments can be read by every user of the machine.
check_chart_repo() {
  authority=${CHART_REPO_URL#*://}
  case ${authority%%[/?#]*} in
    *@*)
      wrong_usage "invalid $chart_repo: a user name or password in the URL would be in helm's arguments
run \`helm repo add private <url> --username <user> --password-stdin\`, then \`apigen tracer install --chart private/tracer\`"
      ;;
  esac
}

# The bundled backend is installed for kindA at its default endpoint only: with another endpoint nobody would read its traces.
check_options() {
  if [ "$kind" = kindA ]; then endpoint=${endpoint:-$DEFAULT_ENDPOINT}; fi
  [ -n "$endpoint" ] ||
    wrong_usage 'missing --trace-backend-endpoint: --trace-backend kindB has no default endpoint; add for example --trace-backend-endpoint tempo:9095'
  if [ "$kind" != kindA ] || [ "$endpoint" != "$DEFAULT_ENDPOINT" ]; then backend=false; fi
  if [ "$collector" = false ] && [ -n "$export_endpoint" ]; then
    wrong_usage '--collector-export-endpoint cannot be combined with --skip-collector'
  fi
  if [ "$sample" = true ] && [ "$collector$backend" = falsefalse ]; then
    wrong_usage 'the sample application has nowhere to send its traces without a collector and the bundled backend: add --skip-pma'
  fi
}

# --- checks before anything changes ---

kube() { kubectl --context "$context" --namespace "$NAMESPACE" --request-timeout 10s "$@" </dev/null; }

# Arguments: program, oldest version, page, and how it prints its version.
check_program() {
  name=$1 oldest=$2 page=$3
  shift 3
  command -v "$name" >/dev/null || fail "$name not found: install it ($page) and make sure that it is on PATH"
  version=$("$name" "$@" 2>/dev/null </dev/null | sed -n 's/.*v\([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || fail "cannot read the version of $name: check \`$name $*\`"
  if [ "${version%.*}" -lt "${oldest%.*}" ] || { [ "${version%.*}" -eq "${oldest%.*}" ] && [ "${version#*.}" -lt "${oldest#*.}" ]; }; then
    fail "$name $version is too old: install $oldest or newer ($page)"
  fi
}

check_cluster() {
  [ -n "$context" ] || context=$(kubectl config current-context 2>/dev/null </dev/null) ||
    fail 'the kubeconfig has no current context: add --context <name>, or run `kubectl config use-context <name>`'
  answer=$(kube version 2>&1) ||
    fail "cannot use the cluster of context $context: $(say "$answer" | tail -n 1)"
  new_namespace=''
  if phase=$(kube get namespace "$NAMESPACE" --ignore-not-found --output 'jsonpath={.status.phase}' 2>/dev/null); then
    [ "$phase" != Terminating ] || fail "namespace $NAMESPACE is being deleted: wait, or choose another with --namespace"
    [ -n "$phase" ] || new_namespace=1
  fi
  if [ -n "$new_namespace" ]; then set -- create namespaces; else set -- create deployments.apps; fi
  [ "$(kube auth can-i "$@" 2>/dev/null)" != no ] ||
    fail "missing permission in namespace $NAMESPACE: $*; ask the cluster's administrator for ClusterRole \"admin\" in the namespace"
}

values() {
  say "telemetry: {dataStores: {$kind: {$kind: {endpoint: \"$endpoint\"}}}}"
  say "server: {telemetry: {dataStore: $kind}}"
  say "collector: {enabled: $collector, export: {endpoint: \"$export_endpoint\"}}"
  say "backend: {enabled: $backend}"
  say "sampleApp: {enabled: $sample}"
}

# Runs `helm upgrade --install` with more options; the chart comes from the repository, without adding it to helm's list.
upgrade() {
  if [ -n "$chart_version" ]; then set -- "$@" --version "$chart_version"; fi
  if [ -n "$new_namespace" ]; then set -- "$@" --create-namespace; fi
  values | helm upgrade --install "$RELEASE" tracer --repo "$CHART_REPO_URL" --repository-config /dev/null \
    --kube-context "$context" --namespace "$NAMESPACE" --values - "$@"
}

# helm's error without its warnings and the position in the chart; in the words of this script's options.
reason() {
  say "$1" | LC_ALL=C grep -Ev '^(WARNING:|level=|[WIE][0-9]{4} |Release "[^" ]+" does not exist)' |
    sed -e 's/^Error: //' -e 's/execution error at ([^)]*): //' -e 's/leave backend\.enabled out/add --skip-backend/'
}

# Fails because of what helm printed; another helm may have started after the checks, and is not removed.
helm_failed() {
  case $2 in
    *'another operation (install/upgrade/rollback) is in progress'* | *'release: already exists'* | *'cannot re-use a name'*)
      fail "another installation is in progress in namespace $NAMESPACE: wait until it has finished and run the same command again, or \`apigen tracer install\` if it was interrupted"
      ;;
  esac
  fail "$1: $(reason "$2")${3-}"
}

# Kind and name of the objects of a manifest, without the chart's tests.
objects() {
  awk '
    function done() { if (kind != "" && !hook) print kind "/" name; kind = name = hook = meta = "" }
    /^---/ {done()}
    /^HOOKS:/ {done(); hooks = 1}
    /^MANIFEST:/ {hooks = 0}
    hooks {next}
    /^kind:/ {kind = $2}
    /^[^ ]/ {meta = /^metadata:/}
    meta && /^  name:/ {name = $2}
    /helm\.sh\/hook:/ {hook = 1}
    END {done()}' | LC_ALL=C sort
}

# Who reads and sends where, from the configuration files in a manifest.
components() {
  awk '
    /^[^ ]/ {file = ""}
    /^  [a-z-]*\.yaml: [|]/ {file = $1}
    file == "provisioning.yaml:" && $1 == "name:" && kind == "" {kind = $2}
    $1 == "endpoint:" {gsub(/["\047]/, "", $2); target[file parent] = $2}
    {parent = $1}
    END {
      from = target["provisioning.yaml:jaeger:"] target["provisioning.yaml:grpc:"]
      own = target["config.yaml:collector:"]
      to = target["collector.yaml:otlp_grpc:"]
      print "  Server      reads traces of " kind " from " from "; " (own == "" ? "sends no traces of its own" : "sends its own traces to " own)
      print "  Collector   " (to == "" ? "not installed" : "exports to " to)
    }'
}

# The volume of a StatefulSet is deleted with it, and with the volume the data.
check_changes() {
  manifest=$(upgrade --dry-run=server 2>&1) ||
    helm_failed 'cannot install the chart' "$manifest"
  rendered=$(say "$manifest" | objects)
  installed=$(helm get manifest "$RELEASE" --kube-context "$context" --namespace "$NAMESPACE" 2>/dev/null </dev/null | objects) || installed=''
  added=$(say "$rendered" | grep -Fxv -e "$installed") || added=''
  removed=$(say "$installed" | grep -Fxv -e "$rendered") || removed=''
  case "$removed" in
    *StatefulSet/*)
      fail "this would delete the database and its volume ($(say "$removed" | grep StatefulSet/)), which the chart no longer renders: upgrade with \`apigen tracer install\` and the values of the installation"
      ;;
  esac
}

one_line() { tr '\n' ' ' | sed 's/ $//'; }

show_plan() {
  say 'Plan'
  say "  Context     $context"
  say "  Namespace   $NAMESPACE${new_namespace:+, will be created}"
  say "  Chart       tracer ${chart_version:+$chart_version }from $CHART_REPO_URL"
  say "$manifest" | components
  if [ -n "$added" ]; then say "  Add         $(say "$added" | one_line)"; fi
  if [ -n "$removed" ]; then say "  Remove      $(say "$removed" | one_line)"; fi
}

# Standard input is the script itself when it is piped to a shell, so the question is asked on the terminal.
confirm() {
  if [ -n "$yes" ] || ! { [ -t 1 ] || [ -t 2 ]; } || ! { : </dev/tty; } 2>/dev/null; then return; fi
  printf 'Install into context %s? [y/N] ' "$context" >/dev/tty
  reply=''
  read -r reply </dev/tty || say '' >/dev/tty
  case $reply in
    [yY] | [yY][eE][sS]) ;;
    *) fail 'nothing was changed' ;;
  esac
}

# A word of a shell command, in single quotes where it needs them.
shell_word() {
  case $1 in
    *[!A-Za-z0-9_@%+=:,./-]*) say "'$(say "$1" | sed "s/'/'\\\\''/g")'" ;;
    *) say "$1" ;;
  esac
}

main() {
  parse_options "$@"
  check_chart_repo
  check_options
  # With these variables helm would use another cluster than kubectl.
  unset HELM_KUBECONTEXT HELM_KUBEAPISERVER HELM_KUBEASUSER HELM_KUBEASGROUPS HELM_KUBECAFILE HELM_KUBETOKEN \
    HELM_KUBEINSECURE_SKIP_TLS_VERIFY HELM_KUBETLS_SERVER_NAME HELM_NAMESPACE
  check_program helm 3.14 https://helm.sh/docs/intro/install/ version --template '{{.Version}}'
  check_program kubectl 1.27 https://kubernetes.io/docs/tasks/tools/ version --client --output=json
  check_cluster
  check_changes
  show_plan 2>/dev/null || :
  if [ -n "$dry_run" ]; then
    say 'dry run: nothing was changed'
    return
  fi
  confirm
  scope="$(shell_word "$context") --namespace $NAMESPACE"
  say 'helm installs release tracer and waits until everything is ready'
  if ! output=$(upgrade --wait --timeout "$TIMEOUT" 2>&1); then
    kube get pods --selector "app.kubernetes.io/instance=$RELEASE" >&2 2>/dev/null || :
    helm_failed 'helm could not install release tracer' "$output" "
run the same command again to continue, \`apigen tracer status --namespace $NAMESPACE\` to see why, or remove it with \`helm uninstall tracer --kube-context $scope\`"
  fi
  say "tracer is installed in namespace $NAMESPACE."
  say "  Connect:    kubectl --context $scope port-forward service/tracer 11633:11633"
  say '  Open:       http://localhost:11633'
  say "  Uninstall:  helm uninstall tracer --kube-context $scope"
}

main "$@"
exit
}
