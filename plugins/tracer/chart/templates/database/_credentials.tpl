{{/* Refuses what would lose the database: values other than those it was created with, and a volume that is being deleted. */}}
{{- define "tracer.postgresql.check" -}}
{{- if .Values.postgresql.persistence.enabled -}}
{{- $claim := include "tracer.postgresql.claim" . -}}
{{- if eq (include "tracer.postgresql.volume" .) "deleting" -}}
{{- fail (printf "the volume %s of an earlier release is still being deleted: run kubectl wait --for=delete pvc/%s --namespace %s --timeout=2m, then try again" $claim $claim .Release.Namespace) -}}
{{- end -}}
{{- $createdWith := include "tracer.postgresql.createdWith" . | fromYaml -}}
{{- $auth := .Values.postgresql.auth -}}
{{- $own := include "tracer.postgresql.ownsPassword" . -}}
{{- $wanted := dict "username" $auth.username "database" $auth.database "password" (ternary $auth.password "" (ne $own "")) -}}
{{- range $key, $value := $wanted -}}
{{- $before := get $createdWith $key -}}
{{- if and $before $value (ne $value $before.value) -}}
{{- $instead := ternary ", or change it in the database and in the Secret first" "" (hasPrefix "Secret" $before.in) -}}
{{- fail (printf "postgresql.auth.%s differs from the one that the database was created with, which is in %s: PostgreSQL reads it only while its volume is empty. Restore the value%s" $key $before.in $instead) -}}
{{- end -}}
{{- end -}}
{{- if not $own -}}
{{- include "tracer.postgresql.checkExistingSecret" (list . ($createdWith.password | default dict)) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Takes a list: root, the password that the database was created with (value, in) if it is known. */}}
{{- define "tracer.postgresql.checkExistingSecret" -}}
{{- $root := index . 0 -}}
{{- $before := index . 1 -}}
{{- $auth := $root.Values.postgresql.auth -}}
{{- $name := $auth.existingSecret -}}
{{- $key := $auth.existingSecretKey -}}
{{- $own := include "tracer.postgresql.fullname" $root -}}
{{- $given := include "tracer.passwordIn" (list $root $name $key) -}}
{{- if and (not $given) (eq ($before.in | default "") (printf "Secret %s" $own)) (ne $name $own) -}}
{{- $fault := printf "Secret %s does not exist" $name -}}
{{- if lookup "v1" "Secret" $root.Release.Namespace $name -}}
{{- $fault = printf "Secret %s has no key %s" $name $key -}}
{{- end -}}
{{- fail (printf "%s, which is the value of postgresql.auth.existingSecret: create it first, with the database's password in the key %s; the password is in Secret %s (kubectl get secret %s --namespace %s -o jsonpath='{.data.password}' | base64 -d)" $fault $key $own $own $root.Release.Namespace) -}}
{{- end -}}
{{- if and $given $before.value (ne $given $before.value) -}}
{{- fail (printf "the password in Secret %s (postgresql.auth.existingSecret) differs from the one that the database was created with, which is in %s: PostgreSQL reads it only while its volume is empty. Copy that one to Secret %s, or change it in the database and in %s first" $name $before.in $name $before.in) -}}
{{- end -}}
{{- end }}

{{/*
Contents of the bundled database's Secret: username, database, and the password unless it is in a Secret of the user.
What the database was created with is kept.
*/}}
{{- define "tracer.postgresql.credentials" -}}
{{- $auth := .Values.postgresql.auth -}}
{{- $credentials := dict -}}
{{- range $key, $before := include "tracer.postgresql.createdWith" . | fromYaml -}}
{{- $_ := set $credentials $key $before.value -}}
{{- end -}}
{{- $_ := set $credentials "username" $auth.username -}}
{{- $_ := set $credentials "database" $auth.database -}}
{{- if not (include "tracer.postgresql.ownsPassword" .) -}}
{{- $_ := unset $credentials "password" -}}
{{- else if $auth.password -}}
{{- $_ := set $credentials "password" $auth.password -}}
{{- else if not $credentials.password -}}
{{- $_ := set $credentials "password" (include "tracer.postgresql.newPassword" .) -}}
{{- end -}}
{{- toYaml $credentials -}}
{{- end }}

{{/* A password for a new volume; the password of an existing one must be known. */}}
{{- define "tracer.postgresql.newPassword" -}}
{{- $namespace := .Release.Namespace -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $claim := include "tracer.postgresql.claim" . -}}
{{- if eq (include "tracer.postgresql.volume" .) "existing" -}}
{{- $why := ternary "has no key password" "does not exist" (ne (len (include "tracer.postgresql.ownSecret" . | fromYaml)) 0) -}}
{{- $set := lookup "apps/v1" "StatefulSet" $namespace $name -}}
{{- $hint := printf " (while the database runs, kubectl exec statefulset/%s --namespace %s -- printenv POSTGRES_PASSWORD prints it)" $name $namespace -}}
{{- $rest := printf "statefulset/%s pvc/%s" $name $claim -}}
{{- if not $set -}}
{{- $hint = "" -}}
{{- $rest = printf "pvc/%s" $claim -}}
{{- end -}}
{{- fail (printf "the volume %s contains a database whose password is unknown, because Secret %s %s: set postgresql.auth.password to that password%s, or start with an empty database after kubectl delete %s --namespace %s" $claim $name $why $hint $rest $namespace) -}}
{{- end -}}
{{- randAlphaNum 32 -}}
{{- end }}
