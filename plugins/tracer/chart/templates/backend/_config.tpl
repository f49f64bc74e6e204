{{/*
Configuration of the bundled backend, a Jaeger of version 2. It names each address rather than lean on the image's
JAEGER_LISTEN_HOST, and opens no more than what the Service `kinda-query` serves.
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
