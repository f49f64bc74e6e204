{{/*
Refuses what the API server would refuse in the middle of an upgrade: changes to a StatefulSet's volume.
*/}}
{{- define "tracer.postgresql.checkVolume" -}}
{{- $root := . -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $set := lookup "apps/v1" "StatefulSet" .Release.Namespace $name -}}
{{- if $set -}}
{{- $before := dict "enabled" "false" -}}
{{- range $set.spec.volumeClaimTemplates -}}
{{- $size := .spec.resources.requests.storage -}}
{{- $before = dict "enabled" "true" "size" $size "storageClassName" (default "" .spec.storageClassName) "accessModes" (join "," .spec.accessModes) -}}
{{- end -}}
{{- range $key, $was := $before -}}
{{- $wanted := get $root.Values.postgresql.persistence $key -}}
{{- $is := ternary (join "," $wanted) (toString $wanted) (kindIs "slice" $wanted) -}}
{{- $same := eq $is $was -}}
{{- if eq $key "storageClassName" -}}
{{- $same = eq (trimPrefix "-" $is) $was -}}
{{- else if eq $key "size" -}}
{{- $same = eq (include "tracer.bytes" $is) (include "tracer.bytes" $was) -}}
{{- end -}}
{{- if not $same -}}
{{- $more := ternary (printf ". To enlarge the volume: kubectl patch pvc %s --namespace %s -p '{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"%s\"}}}}', where its StorageClass allows it, then kubectl delete statefulset %s --namespace %s --cascade=orphan, then run this again" (include "tracer.postgresql.claim" $root) $root.Release.Namespace $is $name $root.Release.Namespace) "" (eq $key "size") -}}
{{- fail (printf "postgresql.persistence.%s cannot be changed from %q to %q, because a StatefulSet's volume cannot be changed: restore the value%s" $key $was $is $more) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* A Kubernetes quantity in bytes if it is an integer, so that 8192Mi equals 8Gi; otherwise unchanged. */}}
{{- define "tracer.bytes" -}}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- $unit := regexFind "[A-Za-z]*$" . -}}
{{- $number := trimSuffix $unit . -}}
{{- if and (regexMatch "^[0-9]+$" $number) (hasKey $units $unit) -}}
{{- mul (int64 $number) (get $units $unit) -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end }}
