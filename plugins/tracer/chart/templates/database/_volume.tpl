{{/* Refuses what the API server would refuse in the middle of an upgrade: changes to a StatefulSet's volume. */}}
{{- define "tracer.postgresql.checkVolume" -}}
{{- $name := include "tracer.postgresql.fullname" . -}}
{{- $namespace := .Release.Namespace -}}
{{- $values := .Values.postgresql.persistence -}}
{{- with lookup "apps/v1" "StatefulSet" $namespace $name -}}
{{- $before := dict "enabled" "false" -}}
{{- range .spec.volumeClaimTemplates -}}
{{- $before = dict "enabled" "true" "size" .spec.resources.requests.storage "storageClassName" (default "" .spec.storageClassName) "accessModes" (join "," .spec.accessModes) -}}
{{- end -}}
{{- range $key, $was := $before -}}
{{- $value := get $values $key -}}
{{- $is := ternary (join "," $value) (toString $value) (kindIs "slice" $value) -}}
{{- $bytes := float64 (include "tracer.bytes" $is) -}}
{{- $same := eq (trimPrefix "-" $is) $was -}}
{{- $instead := "restore the value" -}}
{{- if eq $key "size" -}}
{{- $same = eq $bytes (float64 (include "tracer.bytes" $was)) -}}
{{- if gt $bytes (float64 (include "tracer.bytes" $was)) -}}
{{- $instead = printf "enlarge it with kubectl patch pvc data-%s-0 --namespace %s -p '{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"%s\"}}}}', where its StorageClass allows it, then kubectl delete statefulset %s --namespace %s --cascade=orphan, then run this again" $name $namespace $is $name $namespace -}}
{{- end -}}
{{- end -}}
{{- if not $same -}}
{{- fail (printf "postgresql.persistence.%s cannot be changed from %q to %q, because a StatefulSet's volume cannot be changed: %s" $key $was $is $instead) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* A Kubernetes quantity as a number, for example of bytes: the API server writes 0.5Gi as 512Mi. */}}
{{- define "tracer.bytes" -}}
{{- $units := dict "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 "Ei" 1152921504606846976 -}}
{{- $unit := regexFind "[A-Za-z]*$" . -}}
{{- mulf (float64 (trimSuffix $unit .)) (default 1 (get $units $unit)) -}}
{{- end }}
