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
{{- dict
  "postgresConnString" (include "tracer.connectionString" .)
  "poolingConfig" .Values.poolingConfig
  "googleAnalytics" (dict "enabled" .Values.analytics.enabled)
  "telemetry" (dict "dataStores" $stores "exporters" $exporters)
  "server" $server
  | toYaml -}}
{{- end }}
