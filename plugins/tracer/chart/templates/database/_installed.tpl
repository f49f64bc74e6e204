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
{{- $secret := lookup "v1" "Secret" $namespace $installed.secret -}}
{{- $data := default dict $secret.data -}}
{{- $_ := set $installed "password" (get $data $installed.key | b64dec) -}}
{{- if and (eq $installed.secret $name) (eq .Release.Name (get (default dict ($secret.metadata).annotations) "meta.helm.sh/release-name")) -}}
{{- $_ := set $installed "owned" true -}}
{{- range $key := list "username" "database" "major" -}}
{{- $_ := set $installed $key (default (get $data $key | b64dec) (get $installed $key)) -}}
{{- end -}}
{{- end -}}
{{- with lookup "v1" "PersistentVolumeClaim" $namespace (printf "data-%s-0" $name) -}}
{{- $active := and $set (not ($set.metadata).deletionTimestamp) -}}
{{- $leaving := or .metadata.deletionTimestamp .metadata.ownerReferences -}}
{{- $_ := set $installed "volume" (ternary "deleting" "existing" (not (or $active (not $leaving)))) -}}
{{- end -}}
{{- toYaml $installed -}}
{{- end }}
