#!/bin/sh
# Installs tracer, the trace-testing tool, with its database on a Kubernetes cluster: by helm and kubectl alone, in any POSIX shell.
# shellcheck disable=SC2016 # What looks like an expansion in single quotes is text for people, or a template for kubectl.
# shellcheck disable=SC2317 # What looks unreachable is called by a trap.
# Everything stands in one group of commands, so that a download that breaks off half-way does nothing.
{
set -eu

# --- made from src/ by `npm run generate`: change it there ---
DEFAULT_NAMESPACE='tracer'
DEFAULT_TRACE_BACKEND='kindA'
DEFAULT_TRACE_BACKEND_ENDPOINT='kindA-query:16685'
DEFAULT_TIMEOUT='5m'
TIMEOUT_SECONDS=300
DEFAULT_CHART_REPO_URL='https://get.apigen.example/charts'
RELEASE=tracer
OUR_CHART='^tracer-v?[0-9]+\.[0-9]+\.[0-9]+([-+][-+.0-9A-Za-z]*)?$'
RUN_LABEL='tracer-run'
SELECTOR='app.kubernetes.io/instance=tracer'
SERVER_PORT=11633
OBJECT_LINE='{.kind}{"\t"}{.apiVersion}{"\t"}{.metadata.name}{"\t"}{.metadata.labels.app\.kubernetes\.io/component}{"\t"}{.spec.ports[0].port}{"\t"}{.spec.template.spec.containers[0].readinessProbe.httpGet.path}{"\t"}{.metadata.labels.app\.kubernetes\.io/name}{"\n"}'
OBJECT_RIGHTS='get create patch delete'
COLLECTOR='tracer-collector:4317'
COLLECTOR_HTTP='tracer-collector:4318'
BUNDLED_BACKEND='kindA-query:4317'
BUNDLED_BACKEND_HTTP='kindA-query:4318'
OLDEST_HELM=3.14
HELM_PAGE='https://helm.sh/docs/intro/install/'
OLDEST_KUBECTL=1.27
KUBECTL_PAGE='https://kubernetes.io/docs/tasks/tools/'

usage() { cat <<'END_OF_USAGE'
Install the trace-testing tool tracer, with its database, on a Kubernetes cluster. Needs helm (3 or 4) and kubectl.

Usage: curl -fsSL https://get.apigen.example/tracer/install.sh | sh -s -- [options]

Options:
  -n, --namespace <name>                      Cluster namespace to install into [default: tracer]
      --trace-backend <kindA|kindB>           Trace backend kind [default: kindA]
      --trace-backend-endpoint <host:port>    Trace backend endpoint; kindB has no default [default: kindA-query:16685]
      --skip-collector                        Do not install the collector
      --skip-pma                              Do not install the sample application
      --skip-backend                          Do not install the kind A backend
      --context <name>                        Context of the kubeconfig to use instead of the current one
      --chart-repo <url>                      Chart repository to add, update and install <repository>/tracer from
      --chart-version <version>               Version of the chart in the repository; the newest if not given
      --dry-run                               Check everything and show the plan, but change nothing
  -y, --yes                                   Do not ask
  -h, --help                                  Show this text

Environment:
  TRACER_CHART_REPO_URL                       Chart repository [default: https://get.apigen.example/charts]

Uninstall: helm uninstall tracer --namespace <name>
END_OF_USAGE
}

rights() { cat <<'END_OF_RIGHTS'
get secrets
list secrets
create secrets
update secrets
patch secrets
delete secrets
list pods
list deployments.apps
list statefulsets.apps
get persistentvolumeclaims
END_OF_RIGHTS
}

is_option() {
  case $1 in
    --namespace | -n* | --trace-backend | --trace-backend-endpoint | --skip-collector | --skip-pma | --skip-backend | --context | --chart-repo | --chart-version | --dry-run | --yes | -y*) return 0 ;;
    *) return 1 ;;
  esac
}
parse_arguments() {
  for argument in "$@"; do
    case $argument in
      --) break ;;
      --help | -h)
        usage
        exit 0
        ;;
    esac
  done
  skip_collector='' skip_pma='' skip_backend='' dry_run='' yes=''
  unset given_namespace given_trace_backend given_trace_backend_endpoint given_context given_chart_repo given_chart_version
  unknown='' unknown_count=0 stray='' stray_count=0
  while [ "$#" -gt 0 ]; do
    argument=$1
    shift
    case $argument in
      --*=*)
        if is_option "${argument%%=*}"; then
          set -- "${argument#*=}" "$@"
          argument=${argument%%=*}
        fi
        ;;
      -n?*)
        argument=${argument#-n}
        set -- "${argument#=}" "$@"
        argument=-n
        ;;
      -y?*)
        set -- "-${argument#-y}" "$@"
        argument=-y
        ;;
    esac
    case $argument in
      --namespace | -n)
        [ -z "${given_namespace+x}" ] || wrong_use "$(text_repeated_option namespace)"
        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(text_missing_value namespace)"; fi
        given_namespace=$1
        shift
        ;;
      --trace-backend)
        [ -z "${given_trace_backend+x}" ] || wrong_use "$(text_repeated_option trace-backend)"
        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(text_missing_choice trace-backend 'kindA, kindB')"; fi
        given_trace_backend=$1
        shift
        ;;
      --trace-backend-endpoint)
        [ -z "${given_trace_backend_endpoint+x}" ] || wrong_use "$(text_repeated_option trace-backend-endpoint)"
        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(text_missing_value trace-backend-endpoint)"; fi
        given_trace_backend_endpoint=$1
        shift
        ;;
      --skip-collector) skip_collector=1 ;;
      --skip-pma) skip_pma=1 ;;
      --skip-backend) skip_backend=1 ;;
      --context)
        [ -z "${given_context+x}" ] || wrong_use "$(text_repeated_option context)"
        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(text_missing_value context)"; fi
        given_context=$1
        shift
        ;;
      --chart-repo)
        [ -z "${given_chart_repo+x}" ] || wrong_use "$(text_repeated_option chart-repo)"
        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(text_missing_value chart-repo)"; fi
        given_chart_repo=$1
        shift
        ;;
      --chart-version)
        [ -z "${given_chart_version+x}" ] || wrong_use "$(text_repeated_option chart-version)"
        if [ "$#" -eq 0 ] || is_option "$1"; then wrong_use "$(text_missing_value chart-version)"; fi
        given_chart_version=$1
        shift
        ;;
      --dry-run) dry_run=1 ;;
      --yes | -y) yes=1 ;;
      --)
        for argument in "$@"; do stray="$stray, $argument" stray_count=$((stray_count + 1)); done
        break
        ;;
      - | -[0-9]*) stray="$stray, $argument" stray_count=$((stray_count + 1)) ;;
      -*) unknown="$unknown, $argument" unknown_count=$((unknown_count + 1)) ;;
      *) stray="$stray, $argument" stray_count=$((stray_count + 1)) ;;
    esac
  done
  case ${given_trace_backend-kindA} in
    kindA | kindB) ;;
    *) wrong_use "$(text_not_a_choice trace-backend "$given_trace_backend" 'kindA, kindB')" ;;
  esac
  [ "$unknown_count" -ne 1 ] || wrong_use "$(text_unknown_option "${unknown#, }")"
  [ "$unknown_count" -eq 0 ] || wrong_use "$(text_unknown_options "${unknown#, }")"
  [ "$stray_count" -ne 1 ] || wrong_use "$(text_unexpected_argument "${stray#, }")"
  [ "$stray_count" -eq 0 ] || wrong_use "$(text_unexpected_arguments "${stray#, }")"
}

check_values() {
  [ -z "${given_namespace+x}" ] || passes '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' "$given_namespace" ||
    text_bad_value namespace "$given_namespace" 'a name of at most 63 lower-case letters, digits and "-", for example tracer'
  [ -z "${given_trace_backend_endpoint+x}" ] || passes '^([A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?(\.[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?)*\.?|\[[0-9A-Fa-f:.]+\]):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$' "$given_trace_backend_endpoint" ||
    text_bad_value trace-backend-endpoint "$given_trace_backend_endpoint" '<host>:<port> with a port from 1 to 65535, for example kindA-query:16685'
  [ -z "${given_context+x}" ] || passes '.' "$given_context" ||
    text_bad_value context "$given_context" 'a value, or leave the option out'
  [ -z "${given_chart_repo+x}" ] || passes '^https?://[^/[:space:]]+[^[:space:]]*$' "$given_chart_repo" ||
    text_bad_value chart-repo "$given_chart_repo" 'an address that begins with https:// or http://'
  [ -z "${given_chart_version+x}" ] || passes '.' "$given_chart_version" ||
    text_bad_value chart-version "$given_chart_version" 'a value, or leave the option out'
}

text_unknown_option() { printf -- 'Nonexistent flag: %s\n' "$1"; }
text_unknown_options() { printf -- 'Nonexistent flags: %s\n' "$1"; }
text_unexpected_argument() { printf -- 'Unexpected argument: %s\n' "$1"; }
text_unexpected_arguments() { printf -- 'Unexpected arguments: %s\n' "$1"; }
text_missing_value() { printf -- 'Flag --%s expects a value\n' "$1"; }
text_missing_choice() { printf -- 'Flag --%s expects one of these values: %s\n' "$1" "$2"; }
text_repeated_option() { printf -- 'Flag --%s can only be specified once\n' "$1"; }
text_not_a_choice() { printf -- 'Expected --%s=%s to be one of: %s\n' "$1" "$2" "$3"; }
text_bad_value() { printf -- '--%s is "%s": give %s\n' "$1" "$2" "$3"; }
text_kind_b_without_endpoint() { printf -- '--trace-backend kindB has no default endpoint: add --trace-backend-endpoint <host>:<port>, for example --trace-backend-endpoint tempo:9095\n'; }
text_sample_without_target() { printf -- 'Without a collector and without the bundled kind A backend, the sample application has nowhere to send its traces: add --skip-pma\n'; }
text_more_help() { printf -- 'See more help with --help\n'; }
text_tool_missing() { printf -- '%s was not found: install it (%s), make sure that it is on PATH, and run this again\n' "$1" "$2"; }
text_tool_too_old() { printf -- '%s %s is too old: install %s or newer (%s) and run this again\n' "$1" "$2" "$3" "$4"; }
text_tool_broken() { printf -- '%s is on PATH but does not tell its version: %s\n' "$1" "$2"; }
text_no_cluster() { printf -- 'No cluster is known: %s does not exist, or names no context. Have whoever runs the cluster give you a kubeconfig, and name its file in $KUBECONFIG\n' "$1"; }
text_kubeconfig_broken() { printf -- 'The kubeconfig %s cannot be read: %s\n' "$1" "$2"; }
text_no_context() { printf -- 'The kubeconfig has no current context: choose one with --context <name> or `kubectl config use-context <name>`. It knows: %s\n' "$1"; }
text_unknown_context() { printf -- 'The kubeconfig has no context "%s". It knows: %s\n' "$1" "$2"; }
text_no_answer() { printf -- 'The cluster of context %s (%s) does not answer: %s\nCheck the network and your login with `kubectl %s version`, or choose another with --context\n' "$1" "$2" "$3" "$4"; }
text_login_refused() { printf -- 'The cluster of context %s (%s) does not take your login: %s\nLog in again, check with `kubectl %s auth whoami`, or choose another with --context\n' "$1" "$2" "$3" "$4"; }
text_namespace_terminating() { printf -- 'Namespace %s is being deleted: wait until `kubectl %s get namespace %s` no longer finds it, or choose another with --namespace\n' "$1" "$2" "$3"; }
text_no_rights() { printf -- 'You lack rights in namespace %s: %s\nAsk for them whoever runs the cluster (ClusterRole "admin" bound in the namespace has all), and check with `kubectl %s auth can-i %s`\n' "$1" "$2" "$3" "$4"; }
text_namespace_not_allowed() { printf -- 'There is no namespace %s, and you may not create one: have whoever runs the cluster create it and bind ClusterRole "admin" to you in it, or choose another with --namespace\n' "$1"; }
text_rights_unreadable() { printf -- 'Your rights cannot be asked for: %s\nCheck your login with `kubectl %s auth whoami`\n' "$1" "$2"; }
text_no_temporary_folder() { printf -- 'No temporary folder can be made in %s: %s\nName one that can be written to in $TMPDIR\n' "$1" "$2"; }
text_other_chart() { printf -- 'Namespace %s has a release "tracer" of another chart, %s: choose another namespace with --namespace, or remove that release with `helm uninstall tracer %s`\n' "$1" "$2" "$3"; }
text_chart_refused() { printf -- 'The chart cannot be installed: %s\n' "$1"; }
text_chart_not_fetched() { printf -- 'The chart cannot be fetched from %s: %s\nCheck address, version, network and proxy, or name another chart repository with --chart-repo\n' "$1" "$2"; }
text_foreign_object() { printf -- '%s %s was not made by this release: choose another namespace with --namespace, or, if nobody needs it, remove it with `kubectl delete %s %s %s`\n' "$1" "$2" "$3" "$4" "$5"; }
text_at_work() { printf -- 'Release tracer in namespace %s has been %s for %s: %s may still be at work on it\nRun this again when that has ended; after %s it counts as dead. If you know that it is, remove its record and run this again: %s\n' "$1" "$2" "$3" "$4" "$5" "$6"; }
text_run_of_ours() { printf -- 'an installation with process id %s on %s\n' "$1" "$2"; }
text_run_of_others() { printf -- 'another helm, in another terminal or a CI job,\n'; }
text_release_unreadable() { printf -- 'The releases in namespace %s cannot be read: %s\n' "$1" "$2"; }
text_step_tools() { printf -- 'helm %s and kubectl %s found\n' "$1" "$2"; }
text_step_cluster() { printf -- 'Cluster of context %s answers (%s, Kubernetes %s)\n' "$1" "$2" "$3"; }
text_step_namespace_there() { printf -- 'Namespace %s is there\n' "$1"; }
text_step_namespace_unseen() { printf -- 'Namespace %s is taken to be there, since you may not look at namespaces\n' "$1"; }
text_step_namespace_new() { printf -- 'Namespace %s is not there yet and will be created\n' "$1"; }
text_step_rights() { printf -- 'All needed rights are there\n'; }
text_step_release() { printf -- 'Release tracer in namespace %s: %s\n' "$1" "$2"; }
text_step_chart() { printf -- 'The chart renders, and the cluster knows every kind in it (%s)\n' "$1"; }
text_step_recovered() { printf -- 'What an unfinished run left (%s) is cleared away\n' "$1"; }
text_repo_replaced() { printf -- 'The chart repository "%s" pointed to %s; it now points to %s\n' "$1" "$2" "$3"; }
text_step_applying() { printf -- 'helm applies release tracer\n'; }
text_step_applied() { printf -- 'Release tracer is applied\n'; }
text_step_waiting() { printf -- 'Waiting: %s\n' "$1"; }
text_step_ready() { printf -- 'Everything is ready\n'; }
text_plan_title() { printf -- 'Plan\n'; }
text_plan_context() { printf -- '  Context     %s (%s)\n' "$1" "$2"; }
text_plan_namespace_there() { printf -- '  Namespace   %s\n' "$1"; }
text_plan_namespace_new() { printf -- '  Namespace   %s, will be created\n' "$1"; }
text_plan_release() { printf -- '  Release     tracer, %s\n' "$1"; }
text_plan_chart() { printf -- '  Chart       %s\n' "$1"; }
text_plan_server() { printf -- '  Server      finds traces in %s at %s\n' "$1" "$2"; }
text_plan_database() { printf -- '  Database    PostgreSQL, with a volume of its own\n'; }
text_plan_database_there() { printf -- '  Database    PostgreSQL, with the volume that is there (%s) and what it holds\n' "$1"; }
text_plan_collector() { printf -- '  Collector   %s\n' "$1"; }
text_plan_backend() { printf -- '  Backend     %s\n' "$1"; }
text_plan_sample() { printf -- '  Sample app  %s\n' "$1"; }
text_plan_upgrade() { printf -- '  Upgrade     what an earlier run installed or set, and this one does not, is removed or set back; data and password stay\n'; }
text_chart_from() { printf -- 'tracer %s from %s\n' "$1" "$2"; }
text_collector_installed() { printf -- 'will be installed; it takes OTLP at %s and exports to %s\n' "$1" "$2"; }
text_collector_skipped() { printf -- 'will not be installed (--skip-collector); the server'\''s exporter is off\n'; }
text_backend_installed() { printf -- 'kind A will be installed\n'; }
text_backend_skipped() { printf -- 'will not be installed (--skip-backend); %s has to exist in namespace %s\n' "$1" "$2"; }
text_backend_own() { printf -- 'will not be installed; %s is yours\n' "$1"; }
text_sample_installed() { printf -- 'will be installed; it sends to %s\n' "$1"; }
text_sample_skipped() { printf -- 'will not be installed (--skip-pma)\n'; }
text_action_install() { printf -- 'will be installed\n'; }
text_action_upgrade() { printf -- 'revision %s will be upgraded\n' "$1"; }
text_action_recover() { printf -- '%s since an earlier run did not finish: will be cleared and installed again\n' "$1"; }
text_ask_install() { printf -- 'Go on in context %s? [y/N] \n' "$1"; }
text_not_confirmed() { printf -- 'Nothing was changed\n'; }
text_dry_run_done() { printf -- 'Dry run: nothing was changed\n'; }
text_apply_failed() { printf -- 'helm could not apply release tracer: %s\n' "$1"; }
text_apply_timed_out() { printf -- 'helm did not finish within %s: the cluster may have stopped answering\n' "$1"; }
text_not_ready() { printf -- 'Not ready within %s: %s\n' "$1" "$2"; }
text_stopped_answering() { printf -- 'The cluster stopped answering: %s\n' "$1"; }
text_interrupted() { printf -- 'Interrupted\n'; }
text_events_title() { printf -- 'Last events in namespace %s:\n' "$1"; }
text_logs_title() { printf -- 'Last log lines of %s:\n' "$1"; }
text_run_again() { printf -- 'Running the same line again goes on from here. To remove what is there: %s\n' "$1"; }
text_installed() { printf -- 'tracer is installed in namespace %s.\n' "$1"; }
text_reach() { printf -- '  Reach it:   %s\n' "$1"; }
text_browse() { printf -- '  Open:       %s\n' "$1"; }
text_remove() { printf -- '  Remove it:  %s\n' "$1"; }
# --- end of what is made from src/ ---

newline='
'

# A reader that has seen enough (`| head`) ends nothing: what was begun is finished.
say() { printf '%s\n' "$*" 2>/dev/null || exec >/dev/null; }
done_step() { say "✔ $*"; }
running() { [ "$*" = "$last_running" ] || say "… $*"; last_running=$*; }
last_running=''

# What went wrong before anything was changed: told in one message, and that is all.
fail() {
  say "Error: $*" >&2
  exit 1
}

wrong_use() {
  say "Error: $*" >&2
  text_more_help >&2
  exit 2
}

# --- arguments: judged before any tool is looked for ---

passes() {
  case $2 in *"$newline"*) return 1 ;; esac
  printf '%s\n' "$2" | LC_ALL=C grep -Eq -e "$1"
}

# Everything that is wrong with the values, one line each.
complaints() {
  check_values
  if [ "$kind" = kindB ] && [ -z "$endpoint" ]; then text_kind_b_without_endpoint; fi
  if [ -z "$skip_pma" ] && [ -z "$sample_target" ]; then text_sample_without_target; fi
}

# Who is installed and who sends where.
choose_targets() {
  kind=${given_trace_backend-$DEFAULT_TRACE_BACKEND}
  namespace=${given_namespace-$DEFAULT_NAMESPACE}
  case $kind in
    kindA) endpoint=${given_trace_backend_endpoint-$DEFAULT_TRACE_BACKEND_ENDPOINT} ;;
    *) endpoint=${given_trace_backend_endpoint-} ;;
  esac
  backend=false
  backend_says=$(text_backend_own "$endpoint")
  if [ "$kind" = kindA ] && [ "$endpoint" = "$DEFAULT_TRACE_BACKEND_ENDPOINT" ]; then
    if [ -n "$skip_backend" ]; then
      backend_says=$(text_backend_skipped "$endpoint" "$namespace")
    else
      backend=true
      backend_says=$(text_backend_installed)
    fi
  fi
  export_target=${endpoint%:*}:4317
  sample_target=''
  if [ "$backend" = true ]; then
    export_target=$BUNDLED_BACKEND
    sample_target=$BUNDLED_BACKEND_HTTP
  fi
  if [ -z "$skip_collector" ]; then sample_target=$COLLECTOR_HTTP; fi
}

choose_chart() {
  repository=${given_chart_repo-${TRACER_CHART_REPO_URL:-$DEFAULT_CHART_REPO_URL}}
  shown_repository=$(say "$repository" | masked)
  chart_version=${given_chart_version-}
}

# --- helm and kubectl ---

kube() { kubectl --context="$context" --namespace="$namespace" --request-timeout=10s "$@"; }

nap() { sleep 0.2 2>/dev/null || sleep 1; }

# Runs a program for a number of seconds at most, with $work/in as its input; its output is in $work/out and $work/err. helm has no
# limit of its own for a cluster that accepts a connection and then says nothing.
limited() {
  limit=$1
  shift
  rm -f "$work/status" "$work/pid"
  (
    "$@" <"$work/in" >"$work/out" 2>"$work/err" &
    echo $! >"$work/pid"
    ended=0
    wait $! || ended=$?
    echo "$ended" >"$work/status.new"
    mv "$work/status.new" "$work/status"
  ) &
  started=$(date +%s)
  timed_out=''
  while [ ! -f "$work/status" ]; do
    if [ -z "$timed_out" ] && [ "$(($(date +%s) - started))" -ge "$limit" ]; then
      timed_out=1
      stop_child
    fi
    nap
  done
  : >"$work/in"
  rm -f "$work/pid"
  return "$(cat "$work/status")"
}

# helm marks the release when it is told to end; it is killed when that takes it more than five seconds.
stop_child() {
  [ -f "$work/pid" ] || return 0
  child=$(cat "$work/pid")
  kill -TERM "$child" 2>/dev/null || return 0
  tries=25
  while [ "$tries" -gt 0 ] && [ ! -f "$work/status" ]; do
    nap
    tries=$((tries - 1))
  done
  kill -KILL "$child" 2>/dev/null || :
}

# Hides who logs in by an address, and the password.
masked() { sed 's|\(https\{0,1\}://\)[^/?#[:space:]"]*@|\1***@|g'; }

# The part of a tool's complaint that tells a person something.
complaint() {
  found=$(LC_ALL=C grep -Ev '^(WARNING:|level=|[WIE][0-9]{4} |Release "[^" ]+" does not exist)' "$work/err" | tail -n 12 | sed -e '1s/^Error: //' -e '1s/^error: //' | masked)
  say "${found:-it says nothing}"
}

# A complaint of helm about the chart's objects, in words of the options, with what to do about it below, where that is known.
advised() {
  say "$1" | sed -e 's/execution error at ([^)]*): //' -e 's/leave backend\.enabled out/add --skip-backend/'
  foreign=$(say "$1" | sed -n 's/.*[^A-Za-z]\([A-Za-z][A-Za-z]*\) "\([^"]*\)" in namespace "[^"]*" exists and cannot be imported.*/\1 \2/p' | head -n 1)
  if [ -n "$foreign" ]; then
    text_foreign_object "${foreign% *}" "${foreign#* }" "${foreign% *}" "${foreign#* }" "$place_words"
  fi
}

older() {
  major=${1%%.*}
  rest=${1#*.}
  minor=${rest%%.*}
  [ "$major" -lt "${2%%.*}" ] || { [ "$major" -eq "${2%%.*}" ] && [ "$minor" -lt "${2#*.}" ]; }
}

# Version of a tool; arguments: its name, its oldest version, its page, and how it is asked.
tool_version() {
  tool=$1
  oldest=$2
  page=$3
  shift 3
  command -v "$tool" >/dev/null 2>&1 || fail "$(text_tool_missing "$tool" "$page")"
  "$tool" "$@" >"$work/out" 2>"$work/err" </dev/null || fail "$(text_tool_broken "$tool" "$(complaint)")"
  version=$(sed -n 's/.*v\([0-9][0-9]*\.[0-9][0-9.]*\).*/\1/p' "$work/out" | head -n 1)
  version=${version%.}
  [ -n "$version" ] || fail "$(text_tool_broken "$tool" "$(complaint)")"
  if older "$version" "$oldest"; then fail "$(text_tool_too_old "$tool" "$version" "$oldest" "$page")"; fi
}

# --- checks before anything changes ---

check_tools() {
  tool_version helm "$OLDEST_HELM" "$HELM_PAGE" version --template '{{.Version}}'
  helm_version=$version
  tool_version kubectl "$OLDEST_KUBECTL" "$KUBECTL_PAGE" version --client --output=json
  done_step "$(text_step_tools "$helm_version" "$version")"
}

check_context() {
  kubeconfig=${KUBECONFIG:-'~/.kube/config'}
  known=$(kubectl config get-contexts --output=name 2>"$work/err" </dev/null) ||
    fail "$(text_kubeconfig_broken "$kubeconfig" "$(complaint)")"
  [ -n "$known" ] || fail "$(text_no_cluster "$kubeconfig")"
  contexts=$(say "$known" | sed -e ':all' -e 'N' -e '$!b all' -e 's/\n/, /g')
  context=${given_context-}
  if [ -z "$context" ]; then context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''; fi
  [ -n "$context" ] || fail "$(text_no_context "$contexts")"
  say "$known" | grep -Fxq -e "$context" || fail "$(text_unknown_context "$context" "$contexts")"
  context_words="--context $(shell_word "$context")"
  place_words="$context_words --namespace $namespace"
  helm_words="--kube-context $(shell_word "$context") --namespace $namespace"
}

check_cluster() {
  server=$(kube config view --minify --output='jsonpath={.clusters[0].cluster.server}' 2>/dev/null </dev/null) || server=''
  if kube get --raw /version >"$work/out" 2>"$work/err" </dev/null; then
    cluster_version=$(sed -n 's/.*"gitVersion": *"\([^"]*\)".*/\1/p' "$work/out")
  else
    cluster_version=''
  fi
  if [ -z "$cluster_version" ]; then
    case $(complaint) in
      *'(Unauthorized)'*) fail "$(text_login_refused "$context" "$server" "$(complaint)" "$context_words")" ;;
      *) fail "$(text_no_answer "$context" "$server" "$(complaint)" "$context_words")" ;;
    esac
  fi
  done_step "$(text_step_cluster "$context" "$server" "$cluster_version")"
}

check_namespace() {
  namespace_there=1
  if phase=$(kube get namespace "$namespace" --ignore-not-found --output='jsonpath={.status.phase}' 2>"$work/err" </dev/null); then
    case $phase in
      Terminating) fail "$(text_namespace_terminating "$namespace" "$context_words" "$namespace")" ;;
      '') namespace_there='' ;;
    esac
  else
    # Somebody who may not look at namespaces, but was given one to work in, counts as having it.
    grep -iq forbidden "$work/err" || fail "$(text_stopped_answering "$(complaint)")"
    done_step "$(text_step_namespace_unseen "$namespace")"
    return
  fi
  if [ -n "$namespace_there" ]; then done_step "$(text_step_namespace_there "$namespace")"
  else done_step "$(text_step_namespace_new "$namespace")"; fi
}

# What the chart renders is in $work/objects, a line for each object.
render_chart() {
  helm_on_chart 60 show chart tracer --repo "$repository" --repository-config /dev/null || fail "$(text_chart_not_fetched "$shown_repository" "$(complaint)")"
  chart=$(text_chart_from "$(sed -n 's/^version: *"\{0,1\}\([^" ]*\)"\{0,1\}.*/\1/p' "$work/out")" "$shown_repository")
  values >"$work/in"
  helm_on_chart 60 template "$RELEASE" tracer --repo "$repository" --repository-config /dev/null --namespace "$namespace" --kube-version "$cluster_version" \
    --skip-tests --values - || fail "$(text_chart_refused "$(complaint)")"
  kube create --dry-run=client --validate=false --filename=- --output="jsonpath=$OBJECT_LINE" \
    <"$work/out" >"$work/objects" 2>"$work/err" && return
  # Who is not logged in may know the version of some clusters, but not their kinds.
  if grep -Eiq 'forbidden|unauthorized' "$work/err"; then fail "$(text_rights_unreadable "$(complaint)" "$context_words")"; fi
  fail "$(text_chart_refused "$(complaint)")"
}

# A field of the first of the server's objects of a kind. Arguments: kind, number of the field.
server_field() {
  awk -F '\t' -v kind="$1" -v field="$2" '$1 == kind && $4 == "server" {print $field; exit}' "$work/objects"
}

find_server() {
  server_name=$(server_field Service 3)
  server_port=$(server_field Service 5)
  server_path=$(server_field Deployment 6)
  case $server_path in /) server_path='' ;; esac
  label=$(server_field Deployment 7)
  selector="$SELECTOR,app.kubernetes.io/name=${label:-$RELEASE}"
}

# Each right once; the names of resources by Kubernetes' own rule of thumb.
wanted_rights() {
  {
    rights
    awk -F '\t' -v rights="$OBJECT_RIGHTS" '{
      resource = tolower($1)
      if (resource ~ /s$/) resource = resource "es"
      else if (resource ~ /y$/) resource = substr(resource, 1, length(resource) - 1) "ies"
      else resource = resource "s"
      if ($2 ~ /\//) resource = resource "." substr($2, 1, index($2, "/") - 1)
      count = split(rights, verb, " ")
      for (i = 1; i <= count; i++) print verb[i] " " resource
    }' "$work/objects"
    [ -n "$namespace_there" ] || say 'create namespaces'
  } | awk '!($0 in seen) {seen[$0]; print}'
}

reviews() {
  wanted_rights | while read -r verb resource; do
    case $resource in *.*) group=${resource#*.} ;; *) group='' ;; esac
    case $resource in namespaces) where='' ;; *) where=$namespace ;; esac
    printf -- '---\napiVersion: authorization.k8s.io/v1\nkind: SelfSubjectAccessReview\nspec:\n  resourceAttributes:\n'
    printf '    {namespace: "%s", verb: %s, group: "%s", resource: %s}\n' "$where" "$verb" "$group" "${resource%%.*}"
  done
}

check_rights() {
  answer='{.spec.resourceAttributes.verb} {.spec.resourceAttributes.resource} {.status.allowed}{"\n"}'
  asked=0
  reviews | kube create --validate=false --filename=- --output="jsonpath=$answer" >"$work/out" 2>"$work/err" || asked=1
  missing=$(wanted_rights | while read -r verb resource; do
    grep -Fxq -e "$verb ${resource%%.*} true" "$work/out" || printf ', %s %s' "$verb" "$resource"
  done)
  if [ -n "$missing" ]; then
    [ "$asked" = 0 ] || fail "$(text_rights_unreadable "$(complaint)" "$context_words")"
    missing=${missing#, }
    # Who gets a namespace gets the rights in it, too.
    case $missing in *'create namespaces') fail "$(text_namespace_not_allowed "$namespace")" ;; esac
    fail "$(text_no_rights "$namespace" "$missing" "$place_words" "${missing%%,*}")"
  fi
  done_step "$(text_step_rights)"
}

field() { sed -n "s/^[- ] $1: *\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" "$work/out" | head -n 1; }

check_release() {
  case ${HELM_DRIVER-} in configmap*) records=configmaps ;; *) records=secrets ;; esac
  status=none
  revision=0
  if limited 30 helm history "$RELEASE" --max 1 --output yaml --kube-context "$context" --namespace "$namespace"; then
    status=$(field status)
    revision=$(field revision)
    release_chart=$(field chart)
    passes "$OUR_CHART" "$release_chart" || fail "$(text_other_chart "$namespace" "$release_chart" "$helm_words")"
  else
    grep -q 'not found' "$work/err" || fail "$(text_release_unreadable "$namespace" "$(complaint)")"
  fi
  refuse_at_work
  done_step "$(text_step_release "$namespace" "$status")"
}

# Refuses a pending release that somebody may be working on: a run on this machine can be seen to be over, any other is given the time
# that helm may take. The age is read off kubectl's table, since there the API server counts it, by its own clock.
refuse_at_work() {
  case $status in pending-*) ;; *) return 0 ;; esac
  record_selector="--selector=owner=helm,name=$RELEASE,status=$status"
  kube get "$records" "$record_selector" --label-columns="$RUN_LABEL" --no-headers >"$work/out" 2>/dev/null </dev/null || return 0
  age=$(tail -n 1 "$work/out" | tr -s ' ' '\n' | grep -Ex '([0-9]+[smhdy])+' | head -n 1) || return 0
  mark=$(sed -n "\$s/.* r$revision\.\([0-9]*\..*\)/\1/p" "$work/out")
  if [ "${mark#*.}" = "$(host)" ]; then
    # A process of somebody else's may not be signalled.
    if [ "${mark%%.*}" = $$ ] || { ! kill -0 "${mark%%.*}" 2>"$work/err" && ! grep -q permitted "$work/err"; }; then return 0; fi
  fi
  seconds=$(say "$age" | sed -e 's/\([smhdy]\)/\1 /g' | tr ' ' '\n' | awk '
    BEGIN {unit["s"] = 1; unit["m"] = 60; unit["h"] = 3600; unit["d"] = 86400; unit["y"] = 31536000}
    {sum += substr($0, 1, length($0) - 1) * unit[substr($0, length($0))]}
    END {print sum}')
  [ "$seconds" -lt "$TIMEOUT_SECONDS" ] || return 0
  if [ -n "$mark" ]; then who=$(text_run_of_ours "${mark%%.*}" "${mark#*.}"); else who=$(text_run_of_others); fi
  fail "$(text_at_work "$namespace" "$status" "$age" "$who" "$DEFAULT_TIMEOUT" "kubectl delete $records $record_selector $place_words")"
}

# The revision that helm makes next, once what is stuck is cleared away. It stands in the run's mark, since helm hands labels on to the
# next revision, whoever makes that.
next_revision() {
  case $status in
    uninstalling) say 1 ;;
    pending-*) say "$revision" ;;
    *) say "$((revision + 1))" ;;
  esac
}

# This machine's name as it may stand in a label.
host() {
  name=$(uname -n | LC_ALL=C sed -e 's/[^A-Za-z0-9._-]/-/g' -e 's/^\(.\{45\}\).*/\1/' -e 's/[^A-Za-z0-9]*$//')
  say "${name:-host}"
}

stuck() {
  case $status in pending-* | uninstalling) return 0 ;; *) return 1 ;; esac
}

values() {
  say "telemetry: {dataStores: {$kind: {$kind: {endpoint: \"$endpoint\"}}}}"
  say "server: {telemetry: {dataStore: $kind}}"
  if [ -n "$skip_collector" ]; then say 'collector: {enabled: false}'; else say 'collector: {enabled: true}'; fi
  say "backend: {enabled: $backend}"
  if [ -n "$skip_pma" ]; then say 'sampleApp: {enabled: false}'; else say 'sampleApp: {enabled: true}'; fi
}

# Runs helm with what all its calls on the chart have in common. Arguments: seconds, then helm's own.
helm_on_chart() {
  limit=$1
  shift
  if [ -n "$chart_version" ]; then set -- "$@" --version "$chart_version"; fi
  limited "$limit" helm "$@"
}

check_chart() {
  values >"$work/in"
  if stuck; then set -- install; else set -- upgrade --install; fi
  helm_on_chart 120 "$@" "$RELEASE" tracer --repo "$repository" --repository-config /dev/null --dry-run=server --values - \
    --kube-context "$context" --namespace "$namespace" || fail "$(text_chart_refused "$(advised "$(complaint)")")"
  done_step "$(text_step_chart "$chart")"
}

# --- the plan ---

# The database's volume that is there already, also without a release; none for who may not list volumes.
find_volume() {
  volume=$(kube get persistentvolumeclaims --selector="$selector,app.kubernetes.io/component=database" \
    --output='jsonpath={.items[*].metadata.name}' 2>/dev/null </dev/null) || volume=''
}

show_plan() {
  text_plan_title
  text_plan_context "$context" "$server"
  if [ -n "$namespace_there" ]; then text_plan_namespace_there "$namespace"; else text_plan_namespace_new "$namespace"; fi
  if stuck; then action=$(text_action_recover "$status")
  elif [ "$status" = none ] || [ "$status" = uninstalled ]; then action=$(text_action_install)
  else action=$(text_action_upgrade "$revision"); fi
  text_plan_release "$action"
  text_plan_chart "$chart"
  text_plan_server "$kind" "$endpoint"
  if [ -n "$volume" ]; then text_plan_database_there "$volume"; else text_plan_database; fi
  text_plan_backend "$backend_says"
  if [ -n "$skip_collector" ]; then text_plan_collector "$(text_collector_skipped)"
  else text_plan_collector "$(text_collector_installed "$COLLECTOR" "$export_target")"; fi
  if [ -n "$skip_pma" ]; then text_plan_sample "$(text_sample_skipped)"
  else text_plan_sample "$(text_sample_installed "$sample_target")"; fi
  case $status in none | uninstalled) ;; *) text_plan_upgrade ;; esac
}

# Standard input is the script itself when it is piped to a shell, so a person is asked on the terminal. One whose output goes
# elsewhere is not looking at it.
ask() {
  [ -z "$yes" ] || return 0
  [ -t 1 ] || [ -t 2 ] || return 0
  { : </dev/tty; } 2>/dev/null || return 0
  text_ask_install "$context" | tr -d '\n' >/dev/tty
  reply=''
  # At the end of input the cursor is still behind the question.
  read -r reply </dev/tty || say '' >/dev/tty
  case $reply in
    [yY] | [yY][eE][sS]) ;;
    *) fail "$(text_not_confirmed)" ;;
  esac
}

# --- the change ---

clear_stuck() {
  if [ "$status" = uninstalling ]; then
    limited 60 helm uninstall "$RELEASE" --kube-context "$context" --namespace "$namespace" || explain "$(text_apply_failed "$(complaint)")"
  else
    kube delete "$records" --selector="owner=helm,name=$RELEASE,status=$status" >"$work/out" 2>"$work/err" </dev/null ||
      explain "$(text_apply_failed "$(complaint)")"
  fi
  done_step "$(text_step_recovered "$status")"
}

# Adds the chart repository to helm's list, unless it is there under some name; the name is in $repository_name.
add_repository() {
  repository_name=tracer
  listed=''
  if limited 30 helm repo list; then listed=$(tail -n +2 "$work/out"); fi
  same=$(say "$listed" | awk -v url="${repository%/}" '{sub(/\/$/, "", $2)} $2 == url {print $1; exit}')
  if [ -n "$same" ]; then
    repository_name=$same
  else
    old=$(say "$listed" | awk -v name="$repository_name" '$1 == name {print $2; exit}')
    [ -z "$old" ] || say "! $(text_repo_replaced "$repository_name" "$(say "$old" | masked)" "$shown_repository")"
    limited 60 helm repo add "$repository_name" "$repository" --force-update || explain "$(text_chart_not_fetched "$shown_repository" "$(complaint)")"
  fi
  limited 60 helm repo update "$repository_name" || explain "$(text_chart_not_fetched "$shown_repository" "$(complaint)")"
}

apply() {
  if stuck; then clear_stuck; fi
  running "$(text_step_applying)"
  add_repository
  values >"$work/in"
  if [ -n "$namespace_there" ]; then set --; else set -- --create-namespace; fi
  if ! helm_on_chart "$TIMEOUT_SECONDS" upgrade --install "$RELEASE" "$repository_name/tracer" --timeout "$DEFAULT_TIMEOUT" --labels "$RUN_LABEL=r$(next_revision).$$.$(host)" --values - \
    --kube-context "$context" --namespace "$namespace" "$@"; then
    [ -z "$timed_out" ] || explain "$(text_apply_timed_out "$DEFAULT_TIMEOUT")"
    explain "$(text_apply_failed "$(advised "$(complaint)")")"
  fi
  done_step "$(text_step_applied)"
}

# One line for each workload (W) and pod (P) of the release, fields apart by tabs.
WORKLOADS='{{range .items}}{{$component := index .metadata.labels "app.kubernetes.io/component"}}{{if eq .kind "Pod"}}P	{{$component}}	{{
range .status.conditions}}{{if and (eq .type "Ready") (eq .status "True")}}ready{{end}}{{end}}	{{
range .status.initContainerStatuses}}{{with .state.waiting}}{{if and (ne .reason "PodInitializing") (ne .reason "ContainerCreating")}}{{.reason}}{{with .message}}: {{.}}{{end}}	{{end}}{{end}}{{end}}{{
range .status.containerStatuses}}{{with .state.waiting}}{{if and (ne .reason "PodInitializing") (ne .reason "ContainerCreating")}}{{.reason}}{{with .message}}: {{.}}{{end}}	{{end}}{{end}}{{end}}{{
range .status.conditions}}{{if and (eq .type "PodScheduled") (eq .status "False")}}{{.reason}}{{with .message}}: {{.}}{{end}}{{end}}{{end}}{{
else}}W	{{.metadata.name}}	{{$component}}	{{.spec.replicas}}	{{or .status.readyReplicas 0}}	{{or .status.updatedReplicas 0}}	{{or .status.replicas 0}}	{{.metadata.generation}}	{{or .status.observedGeneration 0}}	{{
range .status.conditions}}{{if and (eq .type "ReplicaFailure") (eq .status "True")}}{{.message}}{{end}}{{end}}{{end}}
{{end}}'

# One line for each pod (E) that was refused to a StatefulSet, which, unlike a Deployment, carries no condition of it.
REFUSED='{{range .items}}E	{{.involvedObject.name}}	{{.message}}
{{end}}'

# What is not ready, in one line; nothing when everything is.
unready() {
  if awk -F '\t' '$1 == "W" && $7 < $4 && $10 == "" {found = 1} END {exit !found}' "$work/out"; then
    kube get events --field-selector=reason=FailedCreate,involvedObject.kind=StatefulSet --output="go-template=$REFUSED" \
      >>"$work/out" 2>/dev/null </dev/null || :
  fi
  LC_ALL=C sort "$work/out" | awk -F '\t' '
    $1 == "E" {sub(/.* failed error: /, "", $3); refused[$2] = $3}
    $1 == "P" && $3 == "" && $4 != "" && !($2 in why) {why[$2] = $4}
    $1 == "W" && !($9 >= $8 && $6 == $4 && $7 == $4 && $5 == $4) {
      reason = $10 == "" && $7 < $4 ? refused[$2] : $10
      if (reason == "") reason = why[$3]
      printf "%s%s %s/%s%s", comma, $2, $5, $4, reason == "" ? "" : " (" reason ")"
      comma = ", "
    }'
}

wait_until_ready() {
  started_waiting=$(date +%s)
  answered=$started_waiting
  while :; do
    if kube get deployments,statefulsets,pods --selector="$selector" --output="go-template=$WORKLOADS" \
      >"$work/out" 2>"$work/err" </dev/null; then
      answered=$(date +%s)
      what=$(unready)
      [ -n "$what" ] || return 0
    else
      what=$(text_stopped_answering "$(complaint)")
      # A cluster may fail to answer for as long as a control plane takes to be replaced.
      [ "$(($(date +%s) - answered))" -le 30 ] || explain "$what"
    fi
    [ "$(($(date +%s) - started_waiting))" -lt "$TIMEOUT_SECONDS" ] || explain "$(text_not_ready "$DEFAULT_TIMEOUT" "$what")"
    running "$(text_step_waiting "$what")"
    sleep 1
  done
}

# --- when it goes wrong ---

EVENTS='{{range .items}}{{or .lastTimestamp .eventTime .metadata.creationTimestamp}}	  {{.type}} {{.involvedObject.kind}}/{{.involvedObject.name}} {{.reason}}: {{.message}}
{{end}}'

UNREADY_PODS='{{range .items}}{{$ready := ""}}{{range .status.conditions}}{{if and (eq .type "Ready") (eq .status "True")}}{{$ready = "ready"}}{{end}}{{end}}{{if eq $ready ""}}{{.metadata.name}}
{{end}}{{end}}'

# The newest event of each kind for each object: controllers repeat themselves.
newest_of_each() {
  awk '{delete line[at[$2 $3]]; at[$2 $3] = NR; line[NR] = $0} END {for (i = 1; i <= NR; i++) if (i in line) print line[i]}'
}

# The last events of the release's objects, and what its unready pods logged last.
diagnose() {
  events=$(kube get events --output="go-template=$EVENTS" 2>/dev/null </dev/null | LC_ALL=C sort | cut -f 2- |
    grep -E '^  [A-Za-z]+ [A-Za-z]+/[^ ]*(tracer|kinda-query)' | newest_of_each | tail -n 10) || events=''
  if [ -n "$events" ]; then
    text_events_title "$namespace"
    say "$events"
  fi
  kube get pods --selector="$selector" --output="go-template=$UNREADY_PODS" 2>/dev/null </dev/null | head -n 3 | while read -r pod; do
    lines=$(kube logs "$pod" --all-containers --ignore-errors --prefix --tail=10 2>/dev/null </dev/null) || lines=${lines-}
    [ -z "$lines" ] || { text_logs_title "$pod" && say "$lines" | sed 's/^/  /'; }
  done
}

# What went wrong after something was changed: the cluster is asked why, and it is said how to go on.
explain() {
  changing=''
  {
    say "Error: $*"
    diagnose || :
    text_run_again "$uninstall"
  } >&2
  exit 1
}

interrupted() {
  trap '' INT TERM HUP
  say ''
  stop_child
  [ -z "$changing" ] || explain "$(text_interrupted)"
  fail "$(text_interrupted)"
}

# A word as a shell takes it: quoted where it has to be.
shell_word() {
  case $1 in
    *[!A-Za-z0-9_@%+=:,./-]*) say "'$(say "$1" | sed "s/'/'\\\\''/g")'" ;;
    *) say "$1" ;;
  esac
}

main() {
  parse_arguments "$@"
  choose_targets
  choose_chart
  wrong=$(complaints)
  [ -z "$wrong" ] || wrong_use "$wrong"

  # Variables by which helm would talk to another cluster than kubectl does.
  unset HELM_KUBECONTEXT HELM_KUBEAPISERVER HELM_KUBEASUSER HELM_KUBEASGROUPS HELM_KUBECAFILE HELM_KUBETOKEN \
    HELM_KUBEINSECURE_SKIP_TLS_VERIFY HELM_KUBETLS_SERVER_NAME HELM_NAMESPACE
  umask 077
  work=$(mktemp -d "${TMPDIR:-/tmp}/tracer-install.XXXXXX" 2>&1) || fail "$(text_no_temporary_folder "${TMPDIR:-/tmp}" "$work")"
  changing=''
  trap 'rm -rf "$work"' EXIT
  trap interrupted INT TERM HUP
  trap '' PIPE
  : >"$work/in"

  check_tools
  check_context
  check_cluster
  check_namespace
  render_chart
  find_server
  check_rights
  check_release
  check_chart
  find_volume
  show_plan 2>/dev/null || :
  if [ -n "$dry_run" ]; then
    say "$(text_dry_run_done)"
    return
  fi
  ask
  forward="kubectl $place_words port-forward service/${server_name:-$RELEASE} $SERVER_PORT:${server_port:-$SERVER_PORT}"
  uninstall="helm uninstall $RELEASE $helm_words"
  changing=1
  apply
  wait_until_ready
  done_step "$(text_step_ready)"
  say "$(text_installed "$namespace")"
  say "$(text_reach "$forward")"
  say "$(text_browse "http://localhost:$SERVER_PORT$server_path")"
  say "$(text_remove "$uninstall")"
}

main "$@"
exit
}
