{{/* Faults that lie between values, which the schema does not see. Fails with all that is needed to put them right. */}}
{{- define "tracer.check" -}}
{{- if eq (toString .Values.enabled) "false" -}}
{{- fail "enabled is false, but that is for a parent chart to read: give its dependency on this chart `condition: tracer.enabled` in Chart.yaml, or leave the key out" -}}
{{- end -}}
{{- include "tracer.checkNames" . -}}
{{- if not (include "tracer.backendEndpoint" .) -}}
{{- fail (printf "server.telemetry.dataStore is %s, but its endpoint is empty: set telemetry.dataStores.%s.%s.endpoint to <host>:<port>" .Values.server.telemetry.dataStore .Values.server.telemetry.dataStore .Values.server.telemetry.dataStore) -}}
{{- end -}}
{{- if and .Values.sampleApp.enabled (not (or .Values.sampleApp.otlpEndpoint .Values.collector.enabled .Values.backend.enabled)) -}}
{{- fail "sampleApp.enabled needs somewhere to send spans to: set collector.enabled, backend.enabled or sampleApp.otlpEndpoint" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.enabled needs a host name: set ingress.hosts, e.g. ingress.hosts={tracer.example.com}" -}}
{{- end -}}
{{- if not .Values.postgresql.enabled -}}
{{- if not .Values.externalDatabase.host -}}
{{- fail "postgresql.enabled is false, but no other database is named: set externalDatabase.host" -}}
{{- end -}}
{{- if not (or .Values.externalDatabase.password .Values.externalDatabase.existingSecret) -}}
{{- fail "externalDatabase needs a password: set externalDatabase.existingSecret (or externalDatabase.password)" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Names that Kubernetes would refuse only when half of the release is there. */}}
{{- define "tracer.checkNames" -}}
{{- $name := include "tracer.fullname" . -}}
{{- if not (regexMatch "^[a-z]" $name) -}}
{{- fail (printf "the names of the objects would begin with %s, and a Service's name has to begin with a letter: set fullnameOverride, e.g. fullnameOverride=tracer" $name) -}}
{{- end -}}
{{- range $label := keys (include "tracer.selectorLabels" (list . "") | fromYaml) -}}
{{- if hasKey $.Values.podLabels $label -}}
{{- fail (printf "podLabels cannot have %s: the pods of each component are told apart by it" $label) -}}
{{- end -}}
{{- end -}}
{{- $service := lookup "v1" "Service" .Release.Namespace "kinda-query" -}}
{{- $owner := get (($service.metadata).annotations | default dict) "meta.helm.sh/release-name" -}}
{{- if and .Values.backend.enabled $service (ne $owner .Release.Name) -}}
{{- fail (printf "Service kinda-query in namespace %s belongs to %s, and there can be one only: leave backend.enabled out to read from that backend, or install into another namespace" .Release.Namespace (ternary (printf "release %s" $owner) "somebody else" (ne $owner ""))) -}}
{{- end -}}
{{- end }}
