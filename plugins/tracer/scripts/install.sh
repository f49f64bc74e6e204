#!/bin/sh
# Installs tracer, the trace-testing tool, with its database on a Kubernetes cluster: with helm and kubectl, in any POSIX shell.
# shellcheck disable=SC2016 # Backquotes in messages are text.
# All commands are in one group, so that an incomplete download does nothing.
{
set -eu
RELEASE=tracer NAMESPACE=tracer TIMEOUT=5m
CHART_REPO_URL=${TRACER_CHART_REPO_URL:-https://get.apigen.example/charts}

usage() { cat <<'END'
Install the trace-testing tool tracer, with its database, on a Kubernetes cluster. Needs helm (3.14 or newer, or 4) and kubectl.

Usage: curl -fsSL https://get.apigen.example/tracer/install.sh | sh -s -- [options]

Options:
  -n, --namespace <name>                       Namespace of tracer [default: tracer]
      --trace-backend <kindA|kindB>            Kind of trace backend: kindA (or jaeger) is Jaeger, kindB (or tempo) is Grafana Tempo [default: kindA]
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

The server has no login: keep it inside the cluster. For values of your own and for diagnosis, use `apigen tracer install` and
`apigen tracer status`. `helm uninstall tracer --namespace <name>` removes everything, also the database with its data;
`apigen tracer uninstall --keep-data` keeps the data.
END
}

# A closed pipe (`| head`) does not stop the installation.
trap '' PIPE
say() { printf '%s\n' "$*" 2>/dev/null || :; }

# Replaces the credentials in URLs by ***.
mask() { sed 's|\([A-Za-z][A-Za-z]*://\)[^/?#[:space:]"]*@|\1***@|g'; }

# Arguments: message, with hints in further lines, and exit code.
fail() {
  say "error: $1" | sed '2,$s/^/    /' | mask >&2
  exit "${2-1}"
}

wrong_usage() { fail "$1
--help lists the options" 2; }

# Arguments: option, value, pattern, what is allowed.
check_format() {
  line=$(printf %s "$2" | tr '\n' ' ')
  say "$line" | LC_ALL=C grep -Eq -e "$3" || wrong_usage "invalid $1 \"$line\": expected $4"
}

label='[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?'
port='([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'
namespace='^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' url='^https?://[^/[:space:]]+[^[:space:]]*$'
endpoint_pattern="^($label(\\.$label)*\\.?|\\[[0-9A-Fa-f:.]+\\]):$port\$"
an_endpoint='<host>:<port>, for example kindA-query:16685'

# Checks and sets an option with a value.
set_option() {
  case $1 in
    --namespace) check_format "$@" "$namespace" 'at most 63 lower-case letters, digits and "-"' && NAMESPACE=$2 ;;
    --trace-backend) check_format "$@" '^(kindA|kindB|jaeger|tempo)$' 'kindA, kindB, jaeger or tempo' && kind=$2 ;;
    --trace-backend-endpoint) check_format "$@" "$endpoint_pattern" "$an_endpoint" && endpoint=$2 ;;
    --collector-export-endpoint) check_format "$@" "$endpoint_pattern" "$an_endpoint" && export_endpoint=$2 ;;
    --context) check_format "$@" . 'a non-empty value' && context=$2 ;;
    --chart-repo) check_format "$@" "$url" 'a URL that starts with https:// or http://' && CHART_REPO_URL=$2 ;;
    --chart-version) check_format "$@" . 'a non-empty value' && chart_version=$2 ;;
  esac
}

parse_options() {
  kind=kindA endpoint='' export_endpoint='' context='' chart_version='' dry_run='' yes='' new_namespace=''
  collector=true sample=true backend=true
  while [ "$#" -gt 0 ]; do
    option=$1 && shift
    case $option in
      --*=*) set -- "${option#*=}" "$@" && option=${option%%=*} ;;
      -n) option=--namespace ;;
      -n?*) set -- "${option#-n}" "$@" && option=--namespace ;;
    esac
    case $option in
      --namespace | --trace-backend | --trace-backend-endpoint | --collector-export-endpoint | --context | --chart-repo | --chart-version)
        case ${1--} in -*) wrong_usage "missing value of $option" ;; esac
        set_option "$option" "$1" && shift
        ;;
      --skip-collector) collector=false ;;
      --skip-pma) sample=false ;;
      --skip-backend) backend=false ;;
      --dry-run) dry_run=1 ;;
      --yes | -y) yes=1 ;;
      --help | -h) usage && exit 0 ;;
      -?*) wrong_usage "unknown option: $option" ;;
      *) wrong_usage "unexpected argument: $option" ;;
    esac
  done
}

# The bundled backend is installed for kindA at its default endpoint only: with another endpoint nobody would read its traces.
check_options() {
  case $kind in jaeger) kind=kindA ;; tempo) kind=kindB ;; esac
  if [ "$kind" = kindA ]; then endpoint=${endpoint:-kindA-query:16685}; fi
  [ -n "$endpoint" ] ||
    wrong_usage 'missing --trace-backend-endpoint: --trace-backend kindB has no default endpoint; add for example --trace-backend-endpoint tempo:9095'
  if [ "$kind" != kindA ] || [ "$endpoint" != kindA-query:16685 ]; then backend=false; fi
  [ "$collector" = true ] || [ -z "$export_endpoint" ] ||
    wrong_usage '--collector-export-endpoint cannot be combined with --skip-collector'
  [ "$sample$collector$backend" != truefalsefalse ] ||
    wrong_usage 'the sample application has nowhere to send its traces without a collector and the bundled backend: add --skip-pma'
}

kube() { kubectl --context "$context" --namespace "$NAMESPACE" --request-timeout 10s "$@" </dev/null; }

# Arguments: program, oldest version, page, and how it prints its version.
check_program() {
  name=$1 oldest=$2 page=$3 && shift 3
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
  answer=$(kube version 2>&1) || fail "cannot use the cluster of context $context: $(say "$answer" | tail -n 1)"
  if found=$(kube get namespace "$NAMESPACE" --ignore-not-found --output name 2>/dev/null) && [ -z "$found" ]; then new_namespace=1; fi
}

values() {
  say "telemetry: {dataStores: {$kind: {$kind: {endpoint: \"$endpoint\"}}}}
server: {telemetry: {dataStore: $kind}}
collector: {enabled: $collector, export: {endpoint: \"$export_endpoint\"}}
backend: {enabled: $backend}
sampleApp: {enabled: $sample}"
}

run_helm() { helm "$@" --kube-context "$context" --namespace "$NAMESPACE"; }

# Runs `helm upgrade --install` with more options; the chart comes from the repository, without adding it to helm's list.
upgrade() {
  if [ -n "$chart_version" ]; then set -- "$@" --version "$chart_version"; fi
  if [ -n "$new_namespace" ]; then set -- "$@" --create-namespace; fi
  values | run_helm upgrade --install "$RELEASE" tracer --repo "$CHART_REPO_URL" --repository-config /dev/null --values - "$@"
}

# The last revision whose status matches a pattern.
last_revision() {
  say "$history" | awk -v pattern="$1" '$1 == "revision:" {n = $2} $1 == "status:" && $2 ~ pattern {last = n} END {print last}'
}

# This script would reset values that it does not set itself, such as those of `apigen tracer install --set`. helm's --reuse-values would keep
# them, too, but also the old chart's defaults, without those that the new chart needs; --reset-then-reuse-values takes the new defaults.
check_values() {
  history=$(run_helm history "$RELEASE" --output yaml 2>&1 </dev/null) || case $history in
    *'release: not found'*) history='' ;;
    *) fail "cannot read the releases in namespace $NAMESPACE: $(reason "$history")" ;;
  esac
  finished=$(last_revision '^(deployed|failed)$')
  [ -n "$finished" ] || return 0
  found=$(run_helm get values "$RELEASE" --revision "$finished" --output yaml 2>&1 </dev/null) ||
    fail "cannot read the values of release $RELEASE: $(reason "$found")"
  unknown=$(reason "$found" | grep -Ev \
    '^(null|\{\}|(backend|collector|sampleApp|server|telemetry):|  (enabled: (true|false)|(export|telemetry|dataStores):)|    (endpoint:.*|dataStore:.*|kind[AB]:)|      kind[AB]:|        endpoint:.*)$') || return 0
  fail "release $RELEASE in namespace $NAMESPACE has values that this script does not know and would reset: $(say "$unknown" | sed -n 's/^ *\([A-Za-z]*\):.*/\1/p' | paste -s -d ' ' -)
upgrade with \`apigen tracer install --reuse-values --context $scope\`, or \`$helm_upgrade --wait --kube-context $scope\`"
}

# helm's error without its warnings and the position in the chart; in the words of this script's options.
reason() {
  say "$1" | LC_ALL=C grep -Ev '^(WARNING:|level=|[WIE][0-9]{4} |Release "[^" ]+" does not exist)' |
    sed -e 's/^Error: //' -e 's/execution error at ([^)]*): //' -e 's/leave backend\.enabled out/add --skip-backend/'
}

# Fails because of what helm printed; another helm may be running, or was killed and left its record.
helm_failed() {
  case $2 in
    *'another operation (install/upgrade/rollback) is in progress'* | *'release: already exists'* | *'cannot re-use a name'*)
      fail "another installation is in progress in namespace $NAMESPACE: wait until it has finished and run the same command again
if it was killed, remove its record, which deletes no data, and run the same command again: \`kubectl delete secrets,configmaps --selector 'owner=helm,name=$RELEASE,status in (pending-install,pending-upgrade,pending-rollback)' --context $scope\`"
      ;;
  esac
  fail "$1: $(reason "$2")${3-}"
}

show_plan() {
  say "Plan
  Context     $context
  Namespace   $NAMESPACE${new_namespace:+, will be created}
  Release     $RELEASE${deployed:+, revision $deployed will be upgraded}
  Chart       tracer ${chart_version:+$chart_version }from $(say "$CHART_REPO_URL" | mask)
  Server      reads traces of $kind from $endpoint
  Installs    collector: $collector, backend (Jaeger): $backend, sample application: $sample${volume:+
  Database    PostgreSQL on the existing volume data-$RELEASE-postgresql-0, with its data}${deployed:+
! Warning     a newer server migrates the database when it starts, and there is no way back. Make a backup first: kubectl exec statefulset/$RELEASE-postgresql --context $scope -- sh -c 'pg_dump --username=\"\$POSTGRES_USER\" \"\$POSTGRES_DB\"' >backup-\$(date +%Y%m%d-%H%M%S).sql}"
}

# Standard input is the script itself when it is piped to a shell, so the question is asked on the terminal.
confirm() {
  if [ -n "$yes" ] || ! { [ -t 1 ] || [ -t 2 ]; } || ! { : </dev/tty; } 2>/dev/null; then return; fi
  printf 'Install into context %s? [y/N] ' "$context" >/dev/tty
  read -r reply </dev/tty || say '' >/dev/tty
  case $reply in [yY] | [yY][eE][sS]) ;; *) fail 'nothing was changed' ;; esac
}

# A word of a shell command, in single quotes where it needs them.
shell_word() {
  case $1 in *[!A-Za-z0-9_@%+=:,./-]*) say "'$(say "$1" | sed "s/'/'\\\\''/g")'" ;; *) say "$1" ;; esac
}

main() {
  parse_options "$@"
  check_options
  # With these variables helm would use another cluster than kubectl.
  unset HELM_KUBECONTEXT HELM_KUBEAPISERVER HELM_KUBEASUSER HELM_KUBEASGROUPS HELM_KUBECAFILE HELM_KUBETOKEN \
    HELM_KUBEINSECURE_SKIP_TLS_VERIFY HELM_KUBETLS_SERVER_NAME HELM_NAMESPACE
  check_program helm 3.14 https://helm.sh/docs/intro/install/ version --template '{{.Version}}'
  check_program kubectl 1.27 https://kubernetes.io/docs/tasks/tools/ version --client --output=json
  check_cluster
  scope="$(shell_word "$context") --namespace $NAMESPACE"
  helm_upgrade="helm upgrade $RELEASE tracer --repo $(shell_word "$CHART_REPO_URL" | mask) --reset-then-reuse-values"
  check_values
  manifest=$(upgrade --dry-run=server 2>&1) || helm_failed 'cannot install the chart' "$manifest"
  deployed=$(last_revision '^deployed$')
  volume=$(kube get persistentvolumeclaims "data-$RELEASE-postgresql-0" --ignore-not-found --output name 2>/dev/null) || :
  show_plan
  if [ -n "$dry_run" ]; then say 'dry run: nothing was changed' && return; fi
  confirm
  uninstall="\`helm uninstall $RELEASE --kube-context $scope\`, which deletes the database with its data (\`apigen tracer uninstall --keep-data --context $scope\` keeps it, or before it \`$helm_upgrade --set postgresql.persistence.retain=true --kube-context $scope\`)"
  say 'helm installs release tracer and waits until everything is ready'
  if ! output=$(upgrade --wait --timeout "$TIMEOUT" 2>&1); then
    kube get pods --selector "app.kubernetes.io/instance=$RELEASE" >&2 2>/dev/null || :
    back=${deployed:+"go back with \`helm rollback $RELEASE $deployed --wait --kube-context $scope\`"}
    helm_failed 'helm could not install release tracer' "$output" "
run the same command again to continue, \`apigen tracer status --namespace $NAMESPACE\` to see why, or ${back:-remove it with $uninstall}"
  fi
  say "tracer is installed in namespace $NAMESPACE."
  say "  Connect:    kubectl --context $scope port-forward service/tracer 11633:11633"
  say '  Open:       http://localhost:11633'
  say "  Uninstall:  $uninstall"
}

main "$@"
exit
}
