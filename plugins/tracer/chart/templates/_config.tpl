{{/*
The server's configuration file. The four keys of `telemetry` and `server.telemetry` become the blocks that the server
of this version reads: a data store has a free name (the kind) and a block named after its type.
*/}}
{{- define "tracer.config" -}}
{{- $stores := dict -}}
{{- with .Values.telemetry.dataStores.kindA.kindA -}}
{{- if .endpoint -}}
{{- $client := dict "endpoint" .endpoint "tls" (dict "insecure" .tls.insecure) -}}
{{- $_ := set $stores "kindA" (dict "type" "jaeger" "jaeger" $client) -}}
{{- end -}}
{{- end -}}
{{- with .Values.telemetry.dataStores.kindB.kindB -}}
{{- if .endpoint -}}
{{- $client := dict "endpoint" .endpoint "tls" (dict "insecure" .tls.insecure) -}}
{{- $_ := set $stores "kindB" (dict "type" "tempo" "tempo" (dict "type" "grpc" "grpc" $client)) -}}
{{- end -}}
{{- end -}}
{{- $server := dict "httpPort" (int .Values.server.httpPort) "telemetry" (dict "dataStore" .Values.server.telemetry.dataStore) -}}
{{- with .Values.server.pathPrefix -}}
{{- $_ := set $server "pathPrefix" . -}}
{{- end -}}
{{- $exporters := dict -}}
{{- with include "tracer.collectorEndpoint" . -}}
{{- $collector := $.Values.telemetry.exporters.collector -}}
{{- $exporter := dict "type" "collector" "collector" (dict "endpoint" .) -}}
{{- $_ := set $exporters "collector" (dict "serviceName" $collector.serviceName "sampling" $collector.sampling "exporter" $exporter) -}}
{{- $_ := merge $server.telemetry (dict "exporter" "collector" "applicationExporter" "collector") -}}
{{- end -}}
{{- /* Not by toYaml, which breaks long lines at spaces. */ -}}
postgresConnString: {{ include "tracer.connectionString" . | quote }}
{{ dict
  "poolingConfig" .Values.poolingConfig
  "googleAnalytics" (dict "enabled" .Values.analytics.enabled)
  "telemetry" (dict "dataStores" $stores "exporters" $exporters)
  "server" $server
  | toYaml -}}
{{- end }}

{{/* The chosen trace backend as the server keeps it in its database; see files/data-store.sql. As YAML: kind, type, values. */}}
{{- define "tracer.dataStore" -}}
{{- $kind := .Values.server.telemetry.dataStore -}}
{{- $backend := index .Values.telemetry.dataStores $kind $kind -}}
{{- $client := dict "Endpoint" $backend.endpoint "TLSSetting" (dict "Insecure" $backend.tls.insecure) -}}
{{- /* All blocks must exist: the server fails on a missing one. */ -}}
{{- $values := dict "Jaeger" dict "Tempo" dict "OpenSearch" dict "SignalFx" dict "ElasticApm" dict -}}
{{- if eq $kind "kindA" -}}
{{- $_ := set $values "Jaeger" $client -}}
{{- else -}}
{{- $_ := set $values "Tempo" (dict "Type" "grpc" "Grpc" $client) -}}
{{- end -}}
{{- dict "kind" $kind "type" (ternary "jaeger" "tempo" (eq $kind "kindA")) "values" (toJson $values) | toYaml -}}
{{- end }}
