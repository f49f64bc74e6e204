{{/*
What the bundled database was made with. PostgreSQL takes user, database and password only when its volume is empty, so
others would lock the server out. `lookup` finds nothing where there is no cluster: nothing is compared then.
*/}}

{{/* The claim of the database's volume. */}}
{{- define "tracer.postgresql.claim" -}}
data-{{ include "tracer.postgresql.fullname" . }}-0
{{- end }}

{{/* The Secret of the chart's own name, when it is of this release, now or before; else empty. As YAML. */}}
{{- define "tracer.postgresql.ownSecret" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace (include "tracer.postgresql.fullname" .) -}}
{{- $owner := get (($secret.metadata).annotations | default dict) "meta.helm.sh/release-name" -}}
{{- if or (not .Values.postgresql.auth.existingSecret) (eq $owner .Release.Name) -}}
{{- toYaml $secret -}}
{{- end -}}
{{- end }}

{{/* Whether the password is in the chart's own Secret: it can also be named as an existing one. */}}
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
What is known of how the database was made, as YAML: username, database, password, each as a value and the object that it
stands in. The Secret counts before the StatefulSet: a person can put right what it says.
*/}}
{{- define "tracer.postgresql.made" -}}
{{- $root := . -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $made := dict -}}
{{- range $key, $value := (include "tracer.postgresql.ownSecret" . | fromYaml).data -}}
{{- $_ := set $made $key (dict "value" (b64dec $value) "in" (printf "Secret %s" $name)) -}}
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
{{- if and $key $value (not (hasKey $made $key)) -}}
{{- $_ := set $made $key (dict "value" $value "in" $in) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $made -}}
{{- end }}

{{/* Whether the database's volume is there: `held`, `dying` when it goes with a StatefulSet that is gone, or empty. */}}
{{- define "tracer.postgresql.volume" -}}
{{- $claim := lookup "v1" "PersistentVolumeClaim" .Release.Namespace (include "tracer.postgresql.claim" .) -}}
{{- $set := lookup "apps/v1" "StatefulSet" .Release.Namespace (include "tracer.postgresql.fullname" .) -}}
{{- $lives := and $set (not ($set.metadata).deletionTimestamp) -}}
{{- if $claim -}}
{{- $state := ternary "dying" "held" (and (ne (($claim.metadata).deletionTimestamp | default "") "") (not $lives)) -}}
{{- range $claim.metadata.ownerReferences -}}
{{- if and (eq .kind "StatefulSet") (not (and $lives (eq .uid ($set.metadata).uid))) -}}
{{- $state = "dying" -}}
{{- end -}}
{{- end -}}
{{- $state -}}
{{- end -}}
{{- end }}
