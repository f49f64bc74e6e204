{{/* The server's configuration file. The password is in an environment variable. */}}
{{- define "tracer.config" -}}
{{- $database := include "tracer.database" . | fromYaml -}}
{{- $server := dict "httpPort" (int .Values.server.httpPort) -}}
{{- with .Values.server.pathPrefix -}}
{{- $_ := set $server "pathPrefix" . -}}
{{- end -}}
{{- $exporters := dict -}}
{{- with include "tracer.collectorEndpoint" . -}}
{{- $collector := $.Values.telemetry.exporters.collector -}}
{{- $exporter := dict "type" "collector" "collector" (dict "endpoint" .) -}}
{{- $_ := set $exporters "collector" (dict "serviceName" $collector.serviceName "sampling" $collector.sampling "exporter" $exporter) -}}
{{- $_ := set $server "telemetry" (dict "exporter" "collector" "applicationExporter" "collector") -}}
{{- end -}}
{{- /* The server builds a URL from these without escaping them. */ -}}
{{ dict
  "postgres" (dict
    "host" $database.host
    "port" (int $database.port)
    "user" (urlquery $database.user | replace "+" "%20")
    "dbname" (urlquery $database.dbname | replace "+" "%20")
    "params" (printf "sslmode=%s" $database.sslmode))
  "telemetry" (dict "exporters" $exporters)
  "server" $server
  | toYaml -}}
{{- end }}

{{/*
The server's provisioning file: the chosen trace backend, how it is polled, and usage statistics. kindA is the server's `jaeger`,
kindB its `tempo`.
*/}}
{{- define "tracer.provisioning" -}}
{{- $kind := .Values.server.telemetry.dataStore -}}
{{- $backend := index .Values.telemetry.dataStores $kind $kind -}}
{{- $tls := dict "insecure" $backend.tls.insecure -}}
{{- $client := dict "endpoint" $backend.endpoint "tls" $tls -}}
{{- $store := dict "name" $kind "default" true "type" "jaeger" "jaeger" $client -}}
{{- if eq $kind "kindB" -}}
{{- $tempo := dict "type" "grpc" "grpc" $client -}}
{{- if eq $backend.protocol "http" -}}
{{- $url := printf "%s://%s" (ternary "http" "https" $backend.tls.insecure) $backend.endpoint -}}
{{- /* The server panics on Tempo's JSON. */ -}}
{{- $headers := merge (dict "Accept" "application/protobuf") $backend.headers -}}
{{- $tempo = dict "type" "http" "http" (dict "url" $url "headers" $headers "tls" $tls) -}}
{{- end -}}
{{- $store = dict "name" $kind "default" true "type" "tempo" "tempo" $tempo -}}
{{- end -}}
{{ dict "type" "DataStore" "spec" $store | toYaml }}
---
{{ dict "type" "Config" "spec" (dict "analyticsEnabled" .Values.analytics.enabled) | toYaml }}
---
{{ dict "type" "PollingProfile" "spec" (dict
  "name" "default" "default" true "strategy" "periodic"
  "periodic" (dict
    "timeout" .Values.poolingConfig.maxWaitTimeForTrace
    "retryDelay" .Values.poolingConfig.retryDelay
    "selectorMatchRetries" (int .Values.poolingConfig.selectorMatchRetries))) | toYaml }}
{{- end }}
