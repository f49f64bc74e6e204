{{/* Prefix of the names of all objects: the release's name if it contains the chart's, otherwise both. At most 52 characters, as for a CronJob. */}}
{{- define "apigen-routes.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $both := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $both .Values.fullnameOverride | replace "." "-" | trunc 52 | trimAll "-" -}}
{{- end }}

{{- define "apigen-routes.serviceAccountName" -}}
{{- default (include "apigen-routes.fullname" .) .Values.serviceAccount.name -}}
{{- end }}

{{- define "apigen-routes.selectorLabels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "apigen-routes.labels" -}}
{{ include "apigen-routes.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "apigen-routes.image" -}}
{{- with .Values.image -}}
{{- printf "%s/%s%s" .registry .repository (ternary (printf "@%s" .digest) (printf ":%s" (default $.Chart.AppVersion .tag)) (ne .digest "")) | trimPrefix "/" -}}
{{- end -}}
{{- end }}
