{{/*
What the bundled database was created with. PostgreSQL reads user, database and password only while its volume is empty, so
other values would lock the server out. Without a cluster `lookup` returns nothing, and nothing is compared.
*/}}

{{/* The claim of the database's volume. */}}
{{- define "tracer.postgresql.claim" -}}
data-{{ include "tracer.postgresql.fullname" . }}-0
{{- end }}

{{/* The Secret with the chart's own name as YAML, if it belongs to this release or an earlier one; otherwise empty. */}}
{{- define "tracer.postgresql.ownSecret" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace (include "tracer.postgresql.fullname" .) -}}
{{- $owner := get (($secret.metadata).annotations | default dict) "meta.helm.sh/release-name" -}}
{{- if or (not .Values.postgresql.auth.existingSecret) (eq $owner .Release.Name) -}}
{{- toYaml $secret -}}
{{- end -}}
{{- end }}

{{/* Whether the password is in the chart's own Secret, which can also be the value of existingSecret. */}}
{{- define "tracer.postgresql.ownsPassword" -}}
{{- $named := .Values.postgresql.auth.existingSecret -}}
{{- $ownName := eq $named (include "tracer.postgresql.fullname" .) -}}
{{- if or (not $named) (and $ownName (include "tracer.postgresql.ownSecret" . | fromYaml)) -}}
true
{{- end -}}
{{- end }}

{{/* A password in a Secret, or empty. Takes a list: root, name, key. */}}
{{- define "tracer.passwordIn" -}}
{{- $secret := lookup "v1" "Secret" (index . 0).Release.Namespace (index . 1) -}}
{{- get ($secret.data | default dict) (index . 2) | b64dec -}}
{{- end }}

{{/*
What is known about the creation of the database, as YAML: username, database, password, each with its value and the object
that contains it. The Secret has priority over the StatefulSet, since the user can edit it.
*/}}
{{- define "tracer.postgresql.createdWith" -}}
{{- $root := . -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $createdWith := dict -}}
{{- range $key, $value := (include "tracer.postgresql.ownSecret" . | fromYaml).data -}}
{{- $_ := set $createdWith $key (dict "value" (b64dec $value) "in" (printf "Secret %s" $name)) -}}
{{- end -}}
{{- $set := lookup "apps/v1" "StatefulSet" .Release.Namespace $name -}}
{{- range (((($set.spec).template).spec).containers) -}}
{{- range .env -}}
{{- $key := get (dict "POSTGRES_USER" "username" "POSTGRES_DB" "database" "POSTGRES_PASSWORD" "password") .name -}}
{{- $reference := (.valueFrom).secretKeyRef -}}
{{- $value := .value -}}
{{- $in := printf "StatefulSet %s" $name -}}
{{- if $reference -}}
{{- $value = include "tracer.passwordIn" (list $root $reference.name $reference.key) -}}
{{- $in = printf "Secret %s" $reference.name -}}
{{- end -}}
{{- if and $key $value (not (hasKey $createdWith $key)) -}}
{{- $_ := set $createdWith $key (dict "value" $value "in" $in) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $createdWith -}}
{{- end }}

{{/* State of the database's volume: `existing`, `deleting` when it is deleted with a StatefulSet, or empty without a volume. */}}
{{- define "tracer.postgresql.volume" -}}
{{- $claim := lookup "v1" "PersistentVolumeClaim" .Release.Namespace (include "tracer.postgresql.claim" .) -}}
{{- $set := lookup "apps/v1" "StatefulSet" .Release.Namespace (include "tracer.postgresql.fullname" .) -}}
{{- $active := and $set (not ($set.metadata).deletionTimestamp) -}}
{{- if $claim -}}
{{- $state := ternary "deleting" "existing" (and (ne (($claim.metadata).deletionTimestamp | default "") "") (not $active)) -}}
{{- range $claim.metadata.ownerReferences -}}
{{- if and (eq .kind "StatefulSet") (not (and $active (eq .uid ($set.metadata).uid))) -}}
{{- $state = "deleting" -}}
{{- end -}}
{{- end -}}
{{- $state -}}
{{- end -}}
{{- end }}
