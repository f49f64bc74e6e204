{{/*
Init containers of the server, which exits when its database or its collector does not answer at startup.
*/}}
{{- define "tracer.server.initContainers" -}}
{{- $database := include "tracer.database" . | fromYaml -}}
- name: wait-for-database
  {{- include "tracer.container" (list . .Values.postgresql.image) | nindent 2 }}
  command:
    - sh
    - -c
    - |
      trap 'exit 143' TERM
      until pg_isready --host="$0" --port="$1" --username="$2" --dbname="$3" --timeout=3; do sleep 2; done
    - {{ $database.host | quote }}
    - {{ $database.port | quote }}
    - {{ $database.user | quote }}
    - {{ $database.dbname | quote }}
  {{- include "tracer.server.initResources" . | nindent 2 }}
{{- /* With `verify-…`, psql would need CA certificates that its image does not have. */}}
{{- if not (hasPrefix "verify-" $database.sslmode) }}
- name: provision-again
  {{- include "tracer.container" (list . .Values.postgresql.image) | nindent 2 }}
  command:
    - psql
    - --no-psqlrc
    - --quiet
    - --set=ON_ERROR_STOP=1
    - --set=fingerprint={{ include "tracer.provisioning" . | sha256sum }}
    - --file=/config/provision-again.sql
    - {{ include "tracer.connectionString" . | quote }}
  env:
    {{- include "tracer.passwordVariable" (list . "PGPASSWORD") | nindent 4 }}
  {{- include "tracer.server.initResources" . | nindent 2 }}
  volumeMounts:
    - name: config
      mountPath: /config
      readOnly: true
{{- end }}
{{- with include "tracer.collectorEndpoint" . }}
- name: wait-for-collector
  {{- include "tracer.container" (list $ $.Values.tools.image) | nindent 2 }}
  command:
    - sh
    - -c
    - |
      trap 'exit 143' TERM
      until nc -w 3 "$0" "$1" -e true; do echo "no answer yet from the collector $0:$1"; sleep 2; done
    - {{ regexReplaceAll "^\\[?(.*?)\\]?:[0-9]+$" . "${1}" | quote }}
    - {{ regexFind "[0-9]+$" . | quote }}
  {{- include "tracer.server.initResources" $ | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tracer.server.initResources" -}}
resources:
  requests: {cpu: 10m, memory: 16Mi}
  limits: {memory: 64Mi}
{{- end }}
