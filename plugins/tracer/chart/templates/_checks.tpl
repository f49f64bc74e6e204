{{/* Faults that lie between values, which the schema does not see. Fails with all that is needed to put them right. */}}
{{- define "tracer.check" -}}
{{- if eq (toString .Values.enabled) "false" -}}
{{- fail "enabled is false, but that is for a parent chart to read: give its dependency on this chart `condition: tracer.enabled` in Chart.yaml, or leave the key out" -}}
{{- end -}}
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
