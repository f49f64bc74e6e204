{{/*
Prefix of the names of all objects: the release's name if it contains the chart's, otherwise both. At most 41 characters: the
longest name is a StatefulSet's (`-postgresql`), whose pods have it with an 11 character hash in a label.
A release's name may contain dots, a Service's may not.
*/}}
{{- define "tracer.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $both := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $both .Values.fullnameOverride | replace "." "-" | trunc 41 | trimAll "-" -}}
{{- end }}

{{- define "tracer.serviceAccountName" -}}
{{- default (ternary (include "tracer.fullname" .) "default" .Values.serviceAccount.create) .Values.serviceAccount.name -}}
{{- end }}

{{/* Labels that select the pods of one component. Takes a list: root, component. Never changed by upgrades. */}}
{{- define "tracer.selectorLabels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of an object. Takes a list: root, component. */}}
{{- define "tracer.labels" -}}
{{- $root := index . 0 -}}
{{ include "tracer.selectorLabels" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Reference of an image. Takes a list: root, image values. */}}
{{- define "tracer.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- $registry := default $image.registry ($root.Values.global).imageRegistry -}}
{{- $version := ternary (printf "@%s" $image.digest) (printf ":%s" $image.tag) (ne $image.digest "") -}}
{{- printf "%s/%s%s" $registry $image.repository $version | trimPrefix "/" -}}
{{- end }}
