{{/* Refuses what would cost the database: values that it was not made with, and a volume that is on its way out. */}}
{{- define "tracer.postgresql.check" -}}
{{- if .Values.postgresql.persistence.enabled -}}
{{- $claim := include "tracer.postgresql.claim" . -}}
{{- if eq (include "tracer.postgresql.volume" .) "dying" -}}
{{- fail (printf "the volume %s of an earlier release is still being deleted: run this again when kubectl wait --for=delete pvc/%s --namespace %s --timeout=2m has seen it go" $claim $claim .Release.Namespace) -}}
{{- end -}}
{{- $made := include "tracer.postgresql.made" . | fromYaml -}}
{{- $auth := .Values.postgresql.auth -}}
{{- $own := include "tracer.postgresql.ownsPassword" . -}}
{{- $wanted := dict "username" $auth.username "database" $auth.database "password" (ternary $auth.password "" (ne $own "")) -}}
{{- range $key, $value := $wanted -}}
{{- $before := get $made $key -}}
{{- if and $before $value (ne $value $before.value) -}}
{{- $instead := ternary ", or change it in the database and in the Secret first" "" (hasPrefix "Secret" $before.in) -}}
{{- fail (printf "postgresql.auth.%s is not the one that the database was made with, which stands in %s: PostgreSQL takes it only when its volume is empty. Leave the value as it was%s" $key $before.in $instead) -}}
{{- end -}}
{{- end -}}
{{- if not $own -}}
{{- include "tracer.postgresql.checkExistingSecret" (list . ($made.password | default dict)) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Takes a list: root, the password that the database was made with (value, in), as far as it is known. */}}
{{- define "tracer.postgresql.checkExistingSecret" -}}
{{- $root := index . 0 -}}
{{- $before := index . 1 -}}
{{- $auth := $root.Values.postgresql.auth -}}
{{- $name := $auth.existingSecret -}}
{{- $key := $auth.existingSecretKey -}}
{{- $own := include "tracer.postgresql.fullname" $root -}}
{{- $given := include "tracer.passwordIn" (list $root $name $key) -}}
{{- if and (not $given) (eq ($before.in | default "") (printf "Secret %s" $own)) (ne $name $own) -}}
{{- $fault := printf "there is no Secret %s" $name -}}
{{- if lookup "v1" "Secret" $root.Release.Namespace $name -}}
{{- $fault = printf "Secret %s has no key %s" $name $key -}}
{{- end -}}
{{- fail (printf "%s, which postgresql.auth.existingSecret names: make it first, with the database's password in the key %s, which stands in Secret %s (kubectl get secret %s --namespace %s -o jsonpath='{.data.password}' | base64 -d)" $fault $key $own $own $root.Release.Namespace) -}}
{{- end -}}
{{- if and $given $before.value (ne $given $before.value) -}}
{{- fail (printf "the password in Secret %s (postgresql.auth.existingSecret) is not the one that the database was made with, which stands in %s: PostgreSQL takes it only when its volume is empty. Put that one into Secret %s, or change it in the database and in %s first" $name $before.in $name $before.in) -}}
{{- end -}}
{{- end }}

{{/*
Contents of the bundled database's own Secret: username, database, and the password unless a Secret of the user's has it.
What the database was made with stays.
*/}}
{{- define "tracer.postgresql.credentials" -}}
{{- $auth := .Values.postgresql.auth -}}
{{- $credentials := dict -}}
{{- range $key, $before := include "tracer.postgresql.made" . | fromYaml -}}
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

{{/* A password for a volume that is empty; of one that is not, it has to be known. */}}
{{- define "tracer.postgresql.newPassword" -}}
{{- $namespace := .Release.Namespace -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $claim := include "tracer.postgresql.claim" . -}}
{{- if eq (include "tracer.postgresql.volume" .) "held" -}}
{{- $why := ternary "has no key password" "is gone" (ne (len (include "tracer.postgresql.ownSecret" . | fromYaml)) 0) -}}
{{- $set := lookup "apps/v1" "StatefulSet" $namespace $name -}}
{{- $tells := printf " (while the database runs, kubectl exec statefulset/%s --namespace %s -- printenv POSTGRES_PASSWORD tells it)" $name $namespace -}}
{{- $rest := printf "statefulset/%s pvc/%s" $name $claim -}}
{{- if not $set -}}
{{- $tells = "" -}}
{{- $rest = printf "pvc/%s" $claim -}}
{{- end -}}
{{- fail (printf "the volume %s holds a database whose password is not known here, since Secret %s %s: set postgresql.auth.password to that password%s, or begin with an empty database after kubectl delete %s --namespace %s" $claim $name $why $tells $rest $namespace) -}}
{{- end -}}
{{- randAlphaNum 32 -}}
{{- end }}
