{{/* Checks of combinations of values, which the schema cannot express. Fails with a hint. */}}
{{- define "tracer.check" -}}
{{- if eq (toString .Values.enabled) "false" -}}
{{- fail "enabled=false has no effect without a parent chart: set `condition: tracer.enabled` on its dependency on this chart in Chart.yaml, or leave out the key" -}}
{{- end -}}
{{- include "tracer.checkNames" . -}}
{{- include "tracer.checkPassword" . -}}
{{- include "tracer.checkDatabaseKept" . -}}
{{- if not (include "tracer.backendEndpoint" .) -}}
{{- fail (printf "server.telemetry.dataStore is %s, but its endpoint is empty: set telemetry.dataStores.%s.%s.endpoint to <host>:<port>" .Values.server.telemetry.dataStore .Values.server.telemetry.dataStore .Values.server.telemetry.dataStore) -}}
{{- end -}}
{{- with .Values.telemetry.dataStores.kindB.kindB -}}
{{- if and .headers (ne .protocol "http") -}}
{{- fail "telemetry.dataStores.kindB.kindB.headers requires protocol=http: the server sends no headers over gRPC" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.sampleApp.enabled (not (or .Values.sampleApp.otlpEndpoint .Values.collector.enabled .Values.backend.enabled)) -}}
{{- fail "sampleApp.enabled requires a target for its spans: set collector.enabled, backend.enabled or sampleApp.otlpEndpoint" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.enabled requires a host name: set ingress.hosts, for example ingress.hosts={tracer.example.com}" -}}
{{- end -}}
{{- if and .Values.postgresql.enabled (not (regexMatch "^[0-9]" .Values.postgresql.image.tag)) -}}
{{- fail (printf "postgresql.image.tag %q does not begin with the major version of PostgreSQL, which decides whether the volume can be read: use a tag such as 15.17-bookworm; postgresql.image.digest can name any image of that version" .Values.postgresql.image.tag) -}}
{{- end -}}
{{- if not .Values.postgresql.enabled -}}
{{- if not .Values.externalDatabase.host -}}
{{- fail "postgresql.enabled=false requires another database: set externalDatabase.host" -}}
{{- end -}}
{{- if not (or .Values.externalDatabase.password .Values.externalDatabase.existingSecret) -}}
{{- fail "externalDatabase requires a password: set externalDatabase.existingSecret (or externalDatabase.password)" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Names that Kubernetes would refuse in the middle of an installation. */}}
{{- define "tracer.checkNames" -}}
{{- $name := include "tracer.fullname" . -}}
{{- if not (regexMatch "^[a-z]" $name) -}}
{{- fail (printf "invalid object names starting with %s: a Service's name must start with a letter; set fullnameOverride, for example fullnameOverride=tracer" $name) -}}
{{- end -}}
{{- range $label := keys (include "tracer.selectorLabels" (list . "") | fromYaml) -}}
{{- if hasKey $.Values.podLabels $label -}}
{{- fail (printf "podLabels cannot contain %s: the chart sets it to select the pods of each component" $label) -}}
{{- end -}}
{{- end -}}
{{- $service := lookup "v1" "Service" .Release.Namespace "kinda-query" -}}
{{- $owner := get (($service.metadata).annotations | default dict) "meta.helm.sh/release-name" -}}
{{- if and .Values.backend.enabled $service (ne $owner .Release.Name) -}}
{{- fail (printf "Service kinda-query in namespace %s belongs to %s, and there can be only one: leave backend.enabled out to read from that backend, or install into another namespace" .Release.Namespace (ternary (printf "release %s" $owner) "something else" (ne $owner ""))) -}}
{{- end -}}
{{- end }}

{{/* The server puts the password into a URL without escaping it. */}}
{{- define "tracer.checkPassword" -}}
{{- $auth := include "tracer.databaseAuth" . | fromYaml -}}
{{- $named := include "tracer.passwordSecret" . | fromYaml -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace $named.name -}}
{{- $password := default (get (default dict $secret.data) $named.key | b64dec) $auth.password -}}
{{- if not (regexMatch "^[A-Za-z0-9._~-]*$" $password) -}}
{{- fail "invalid password of the database: the server accepts only letters, digits and . _ ~ - in it" -}}
{{- end -}}
{{- end }}

{{/*
Refuses an upgrade that would remove the StatefulSet of the database, and with it the volume. The names depend on values, but not the
label `helm.sh/chart`, which another dependency on this chart has with its alias.
*/}}
{{- define "tracer.checkDatabaseKept" -}}
{{- $kept := ternary (include "tracer.postgresql.fullname" .) "" .Values.postgresql.enabled -}}
{{- range (lookup "apps/v1" "StatefulSet" .Release.Namespace "").items -}}
{{- $labels := default dict .metadata.labels -}}
{{- $isOurs := and (eq $.Release.Name (get (default dict .metadata.annotations) "meta.helm.sh/release-name")) (eq "database" (get $labels "app.kubernetes.io/component")) (regexMatch (printf "^%s-v?[0-9]" $.Chart.Name) (get $labels "helm.sh/chart")) -}}
{{- $claim := printf "data-%s-0" .metadata.name -}}
{{- $isDeleted := and $isOurs (ne .metadata.name $kept) .spec.volumeClaimTemplates (eq "Delete" (get (default dict .spec.persistentVolumeClaimRetentionPolicy) "whenDeleted")) -}}
{{- if and $isDeleted (not (has $claim $.Values.postgresql.persistence.deleteVolumes)) -}}
{{- fail (printf "this would delete the database's volume %s with its data: leave nameOverride, fullnameOverride and postgresql.enabled as they were, first upgrade with postgresql.persistence.retain=true to keep the volume, or set postgresql.persistence.deleteVolumes={%s}" $claim $claim) -}}
{{- end -}}
{{- end -}}
{{- end }}
