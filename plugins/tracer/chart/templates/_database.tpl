{{- define "tracer.postgresql.fullname" -}}
{{ include "tracer.fullname" . }}-postgresql
{{- end }}

{{/* Asks by TCP: while the image makes its first database, PostgreSQL listens on its socket only. */}}
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
The same in PostgreSQL's key=value form, without the password, which the server takes from PGPASSWORD. A value with
other than plain characters is quoted as libpq asks: https://www.postgresql.org/docs/15/libpq-connect.html
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

{{/* The values that hold the password: of the bundled database, or of the external one. */}}
{{- define "tracer.databaseAuth" -}}
{{- ternary .Values.postgresql.auth .Values.externalDatabase .Values.postgresql.enabled | toYaml -}}
{{- end }}

{{/* Secret that the password stands in, as YAML: name, key. */}}
{{- define "tracer.passwordSecret" -}}
{{- $auth := include "tracer.databaseAuth" . | fromYaml -}}
{{- $suffix := ternary "postgresql" "external-database" .Values.postgresql.enabled -}}
name: {{ default (printf "%s-%s" (include "tracer.fullname" .) $suffix) $auth.existingSecret }}
key: {{ ternary $auth.existingSecretKey "password" (ne $auth.existingSecret "") }}
{{- end }}

{{/* Environment variable that the server, and psql, take the password from. */}}
{{- define "tracer.passwordVariable" -}}
{{- $secret := include "tracer.passwordSecret" . | fromYaml -}}
- name: PGPASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $secret.key }}
{{- end }}

{{/*
Contents of the bundled database's Secret: username, database, password. What an earlier release wrote stays: PostgreSQL
takes the three only when its volume is empty, so others would lock the server out, and are refused.
*/}}
{{- define "tracer.postgresql.credentials" -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $auth := .Values.postgresql.auth -}}
{{- $wanted := dict "username" $auth.username "database" $auth.database "password" $auth.password -}}
{{- $stored := (lookup "v1" "Secret" .Release.Namespace $name).data | default dict -}}
{{- range $key, $value := $stored -}}
{{- $value = b64dec $value -}}
{{- $new := get $wanted $key -}}
{{- if and $.Values.postgresql.persistence.enabled $new (ne $new $value) -}}
{{- fail (printf "postgresql.auth.%s is not the one that the database was made with, which stands in Secret %s: PostgreSQL takes it only when its volume is empty. Leave the value as it was, or change it in the database and in the Secret first" $key $name) -}}
{{- end -}}
{{- $_ := set $wanted $key (default $value $new) -}}
{{- end -}}
{{- if not $wanted.password -}}
{{- $claim := printf "data-%s-0" $name -}}
{{- $volume := lookup "v1" "PersistentVolumeClaim" .Release.Namespace $claim -}}
{{- /* A claim with an owner is on its way out with its StatefulSet. */ -}}
{{- if and $volume (not $volume.metadata.ownerReferences) (not $volume.metadata.deletionTimestamp) -}}
{{- fail (printf "the volume %s holds a database whose password is not known here, since Secret %s is gone: set postgresql.auth.password to that password, or delete the volume (kubectl delete pvc %s --namespace %s)" $claim $name $claim .Release.Namespace) -}}
{{- end -}}
{{- $_ := set $wanted "password" (randAlphaNum 32) -}}
{{- end -}}
{{- toYaml $wanted -}}
{{- end }}
