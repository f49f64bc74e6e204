{{/*
What the cluster has of the bundled database, as YAML; without a cluster, `lookup` finds nothing.
- volume: `existing`, `deleting` (with the StatefulSet of an earlier release), or empty
- username, database, major (of PostgreSQL): what the volume was created with
- secret, key, password: where the password is, and which
- owned: whether that Secret is the chart's
*/}}
{{- define "tracer.postgresql.installed" -}}
{{- $namespace := .Release.Namespace -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $set := lookup "apps/v1" "StatefulSet" $namespace $name -}}
{{- $installed := dict "volume" "" "secret" $name "key" "password" -}}
{{- range (($set.spec).template).spec.containers -}}
{{- $_ := set $installed "major" (regexFind "^[^@]*$" .image | regexFind ":[0-9]+[^/]*$" | regexFind "[0-9]+") -}}
{{- range .env -}}
{{- if eq .name "POSTGRES_USER" -}}{{- $_ := set $installed "username" .value -}}{{- end -}}
{{- if eq .name "POSTGRES_DB" -}}{{- $_ := set $installed "database" .value -}}{{- end -}}
{{- if eq .name "POSTGRES_PASSWORD" -}}
{{- $_ := set $installed "secret" .valueFrom.secretKeyRef.name -}}
{{- $_ := set $installed "key" .valueFrom.secretKeyRef.key -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $own := lookup "v1" "Secret" $namespace $name -}}
{{- if eq .Release.Name (get (default dict ($own.metadata).annotations) "meta.helm.sh/release-name") -}}
{{- $record := default dict $own.data -}}
{{- range $key := list "username" "database" "major" -}}
{{- $_ := set $installed $key (default (get $record $key | b64dec) (get $installed $key)) -}}
{{- end -}}
{{- if and (not $set) $record.secret -}}
{{- $_ := set $installed "secret" ($record.secret | b64dec) -}}
{{- $_ := set $installed "key" ($record.key | b64dec) -}}
{{- end -}}
{{- $_ := set $installed "owned" (eq $installed.secret $name) -}}
{{- end -}}
{{- $secret := lookup "v1" "Secret" $namespace $installed.secret -}}
{{- $_ := set $installed "password" (get (default dict $secret.data) $installed.key | b64dec) -}}
{{- with lookup "v1" "PersistentVolumeClaim" $namespace (printf "data-%s-0" $name) -}}
{{- $active := and $set (not ($set.metadata).deletionTimestamp) -}}
{{- $leaving := or .metadata.deletionTimestamp .metadata.ownerReferences -}}
{{- $_ := set $installed "volume" (ternary "deleting" "existing" (not (or $active (not $leaving)))) -}}
{{- end -}}
{{- toYaml $installed -}}
{{- end }}
