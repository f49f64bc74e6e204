{{/* Refuses what would lose the database: a volume that is being deleted, and values that PostgreSQL reads only while it is empty. */}}
{{- define "tracer.postgresql.check" -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $claim := printf "data-%s-0" $name -}}
{{- $auth := .Values.postgresql.auth -}}
{{- $installed := include "tracer.postgresql.installed" . | fromYaml -}}
{{- if eq $installed.volume "deleting" -}}
{{- fail (printf "the volume %s of an earlier release is still being deleted: run kubectl wait --for=delete pvc/%s --namespace %s --timeout=2m, then try again" $claim $claim .Release.Namespace) -}}
{{- end -}}
{{- if eq $installed.volume "existing" -}}
{{- range $key := list "username" "database" -}}
{{- $was := get $installed $key -}}
{{- if and $was (ne $was (get $auth $key)) -}}
{{- fail (printf "postgresql.auth.%s cannot be changed from %q to %q: PostgreSQL reads it only while its volume is empty. Restore the value" $key $was (get $auth $key)) -}}
{{- end -}}
{{- end -}}
{{- $major := regexFind "^[0-9]+" .Values.postgresql.image.tag -}}
{{- if and $installed.major $major (ne $installed.major $major) -}}
{{- fail (printf "PostgreSQL %s cannot read the volume %s, which PostgreSQL %s has written: set postgresql.image.tag to a version of PostgreSQL %s, or dump the database, delete statefulset/%s and pvc/%s, run this again and restore the dump (commands: \"Another major version of PostgreSQL\" in the chart's README)" $major $claim $installed.major $installed.major $name $claim) -}}
{{- end -}}
{{- if include "tracer.postgresql.ownsPassword" . -}}
{{- if and $installed.password $auth.password (ne $installed.password $auth.password) -}}
{{- fail (printf "postgresql.auth.password differs from the password of the database, which is in Secret %s: PostgreSQL reads it only while its volume is empty. Restore the value, or change it in the database and in the Secret first" $installed.secret) -}}
{{- end -}}
{{- else -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace $auth.existingSecret -}}
{{- if and $installed.password (ne $installed.password (get (default dict $secret.data) $auth.existingSecretKey | b64dec)) -}}
{{- fail (printf "Secret %s (postgresql.auth.existingSecret) does not have the password of the database in its key %s: PostgreSQL reads it only while its volume is empty. Copy it from Secret %s, where it is in the key %s" $auth.existingSecret $auth.existingSecretKey $installed.secret $installed.key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Whether the password is in the chart's own Secret, which can also be the value of existingSecret. */}}
{{- define "tracer.postgresql.ownsPassword" -}}
{{- $named := .Values.postgresql.auth.existingSecret -}}
{{- if or (not $named) (and (eq $named (include "tracer.postgresql.fullname" .)) (include "tracer.postgresql.installed" . | fromYaml).owned) -}}
true
{{- end -}}
{{- end }}

{{/* The password in the chart's own Secret: the given one, the one that the database has, or a new one for a new volume. */}}
{{- define "tracer.postgresql.password" -}}
{{- $installed := include "tracer.postgresql.installed" . | fromYaml -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $password := default $installed.password .Values.postgresql.auth.password -}}
{{- if and (not $password) (eq $installed.volume "existing") -}}
{{- fail (printf "the volume data-%s-0 contains a database whose password is unknown, because Secret %s does not have it: set postgresql.auth.password to that password (while the database runs, kubectl exec statefulset/%s --namespace %s -- printenv POSTGRES_PASSWORD prints it), or start with an empty database after kubectl delete statefulset/%s pvc/data-%s-0 --namespace %s --ignore-not-found" $name $installed.secret $name .Release.Namespace $name $name .Release.Namespace) -}}
{{- end -}}
{{- /* A list has items wherever there is a cluster, even in a namespace that does not exist yet; an object may be missing in both cases. */}}
{{- if not (or $password (hasKey (lookup "v1" "Secret" .Release.Namespace "") "items")) -}}
{{- fail "without a cluster (helm template, --dry-run=client, Argo CD) each rendering would have another password of the database, and the next one would lock the server out: set postgresql.auth.existingSecret or postgresql.auth.password, or use --dry-run=server" -}}
{{- end -}}
{{- default (randAlphaNum 32) $password -}}
{{- end }}
