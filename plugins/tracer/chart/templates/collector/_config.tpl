{{/*
Configuration of the collector. The receivers' addresses are set because since 0.104 they listen on localhost by default.
No sampling and no batching: a test waits for its complete trace.
*/}}
{{- define "tracer.collector.config" -}}
extensions:
  health_check:
    endpoint: 0.0.0.0:13133
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
      http:
        endpoint: 0.0.0.0:4318
processors:
  memory_limiter:
    check_interval: 1s
    limit_percentage: 80
    spike_limit_percentage: 25
exporters:
  otlp_grpc:
    endpoint: {{ include "tracer.exportEndpoint" . | quote }}
    tls:
      insecure: {{ .Values.collector.export.tls.insecure }}
    {{- with .Values.collector.export.headers }}
    headers:
      {{- toYaml . | nindent 6 }}
    {{- end }}
service:
  extensions: [health_check]
  telemetry:
    metrics:
      readers:
        # `apigen tracer status` reads here whether exports fail.
        - pull: {exporter: {prometheus: {host: 0.0.0.0, port: 8888}}}
  pipelines:
    traces:
      receivers: [otlp]
      processors: [memory_limiter]
      exporters: [otlp_grpc]
{{- end }}
