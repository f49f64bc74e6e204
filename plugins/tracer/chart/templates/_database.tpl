{{- define "tracer.postgresql.fullname" -}}
{{ include "tracer.fullname" . }}-postgresql
{{- end }}

{{/* Uses TCP: while the image creates its first database, PostgreSQL listens on its socket only. */}}
{{- define "tracer.postgresql.ready" -}}
exec:
  command: [sh, -c, 'exec pg_isready --host=127.0.0.1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB"']
{{- end }}

{{/* How the server reaches its database, as YAML: host, port, user, dbname, sslmode. */}}
{{- define "tracer.database" -}}
{{- if .Values.postgresql.enabled -}}
host: {{ include "tracer.postgresql.fullname" . }}
port: 5432
user: {{ .Values.postgresql.auth.username | quote }}
dbname: {{ .Values.postgresql.auth.database | quote }}
sslmode: disable
{{- else -}}
{{- with .Values.externalDatabase -}}
host: {{ .host | quote }}
port: {{ int .port }}
user: {{ .username | quote }}
dbname: {{ .database | quote }}
sslmode: {{ .sslmode }}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
The same in PostgreSQL's key=value form, without the password, for psql. Values with
special characters are quoted like libpq requires: https://www.postgresql.org/docs/15/libpq-connect.html
*/}}
{{- define "tracer.connectionString" -}}
{{- $parts := list -}}
{{- $database := include "tracer.database" . | fromYaml -}}
{{- range $key := list "host" "port" "user" "dbname" "sslmode" -}}
{{- $value := index $database $key | toString -}}
{{- if not (regexMatch "^[A-Za-z0-9_.:/@-]+$" $value) -}}
{{- $value = $value | replace "\\" "\\\\" | replace "'" "\\'" | squote -}}
{{- end -}}
{{- $parts = append $parts (printf "%s=%s" $key $value) -}}
{{- end -}}
{{- join " " $parts -}}
{{- end }}

{{/* The values with the password: of the bundled or of the external database. */}}
{{- define "tracer.databaseAuth" -}}
{{- ternary .Values.postgresql.auth .Values.externalDatabase .Values.postgresql.enabled | toYaml -}}
{{- end }}

{{/* Secret that contains the password, as YAML: name, key. */}}
{{- define "tracer.passwordSecret" -}}
{{- $auth := include "tracer.databaseAuth" . | fromYaml -}}
{{- $suffix := ternary "postgresql" "external-database" .Values.postgresql.enabled -}}
name: {{ default (printf "%s-%s" (include "tracer.fullname" .) $suffix) $auth.existingSecret }}
key: {{ ternary $auth.existingSecretKey "password" (ne $auth.existingSecret "") }}
{{- end }}

{{/* Environment variable with the password. Takes a list: root, name of the variable. */}}
{{- define "tracer.passwordVariable" -}}
{{- $secret := include "tracer.passwordSecret" (index . 0) | fromYaml -}}
- name: {{ index . 1 }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $secret.key }}
{{- end }}
