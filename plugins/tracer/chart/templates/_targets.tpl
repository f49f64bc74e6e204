{{/* Who sends where. An endpoint is `<host>:<port>`, as the schema requires. */}}

{{/* Endpoint that the server reads traces from. */}}
{{- define "tracer.backendEndpoint" -}}
{{- $kind := .Values.server.telemetry.dataStore -}}
{{- index .Values.telemetry.dataStores $kind $kind "endpoint" -}}
{{- end }}

{{/* Endpoint that the server sends its own spans to; empty when there is none. */}}
{{- define "tracer.collectorEndpoint" -}}
{{- $own := ternary (printf "%s-collector:4317" (include "tracer.fullname" .)) "" .Values.collector.enabled -}}
{{- default $own .Values.telemetry.exporters.collector.exporter.collector.endpoint -}}
{{- end }}

{{/*
Endpoint that the collector exports to: by default the host of the query endpoint with OTLP's port. The host is spelled as the
user wrote it; DNS names are not case-sensitive.
*/}}
{{- define "tracer.exportEndpoint" -}}
{{- $host := include "tracer.backendEndpoint" . | regexFind "^.*:" -}}
{{- default (printf "%s4317" $host) .Values.collector.export.endpoint -}}
{{- end }}

{{/* URL that the sample application sends its spans to. */}}
{{- define "tracer.sampleAppTarget" -}}
{{- $collector := printf "%s-collector:4318" (include "tracer.fullname" .) -}}
{{- $endpoint := default (ternary $collector "kindA-query:4318" .Values.collector.enabled) .Values.sampleApp.otlpEndpoint -}}
{{- ternary $endpoint (printf "http://%s" $endpoint) (contains "://" $endpoint) -}}
{{- end }}
