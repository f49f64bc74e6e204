{{/*
Configuration of the bundled backend, Jaeger. It sets each address instead of relying on the image's JAEGER_LISTEN_HOST, and
opens only the ports of the Service `kinda-query`.
*/}}
{{- define "tracer.backend.config" -}}
extensions:
  healthcheckv2:
    use_v2: true
    http:
      endpoint: 0.0.0.0:13133
  jaeger_storage:
    backends:
      memory:
        memory:
          max_traces: {{ int .Values.backend.maxTraces }}
  jaeger_query:
    storage:
      traces: memory
    grpc:
      endpoint: 0.0.0.0:16685
    http:
      endpoint: 0.0.0.0:16686
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
      http:
        endpoint: 0.0.0.0:4318
exporters:
  jaeger_storage_exporter:
    trace_storage: memory
service:
  extensions: [healthcheckv2, jaeger_storage, jaeger_query]
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [jaeger_storage_exporter]
{{- end }}
