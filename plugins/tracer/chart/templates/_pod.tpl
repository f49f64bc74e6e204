{{/*
Common parts of all pods; they meet the Pod Security Standard `restricted`.
Takes a dict: root, component, annotations and values (of the component).
*/}}
{{- define "tracer.podMetadata" -}}
labels:
  {{- include "tracer.selectorLabels" (list .root .component) | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) .annotations .root.Values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tracer.podSpec" -}}
serviceAccountName: {{ include "tracer.serviceAccountName" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- mergeOverwrite (deepCopy .root.Values.podSecurityContext) .values.podSecurityContext | toYaml | nindent 2 }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with default (get $.root.Values $key) (get $.values $key) }}
{{ dict $key . | toYaml }}
{{- end }}
{{- end }}
{{- end }}

{{/* Image and security of one container. Takes a list: root, image values. */}}
{{- define "tracer.container" -}}
image: {{ include "tracer.image" . }}
imagePullPolicy: {{ (index . 1).pullPolicy }}
securityContext:
  {{- toYaml (index . 0).Values.securityContext | nindent 2 }}
{{- end }}

{{/* Source of the volume with the CA certificates; empty without them. */}}
{{- define "tracer.certificates" -}}
{{- with .Values.caCertificates -}}
{{- if .configMap -}}
configMap: {name: {{ .configMap }}}
{{- else if .secret -}}
secret: {secretName: {{ .secret }}}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
The user's volumes and, for a TLS client, the CA certificates, indented for a pod template. Takes a dict: root, values (of the
component), client.
*/}}
{{- define "tracer.extraVolumes" -}}
{{- with .values.extraVolumes }}
{{- toYaml . | nindent 8 }}
{{- end }}
{{- with and .client (include "tracer.certificates" .root) }}
        - name: certificates
          {{ . }}
{{- end }}
{{- end }}

{{/* Where a container mounts them. Takes the same dict. */}}
{{- define "tracer.extraVolumeMounts" -}}
{{- with .values.extraVolumeMounts }}
{{- toYaml . | nindent 12 }}
{{- end }}
{{- if and .client (include "tracer.certificates" .root) }}
            - name: certificates
              mountPath: /etc/ssl/tracer
              readOnly: true
{{- end }}
{{- end }}

{{/* Go reads CA certificates from these folders, in addition to the image's own file. */}}
{{- define "tracer.certificateVariable" -}}
{{- if include "tracer.certificates" . }}
            - name: SSL_CERT_DIR
              value: /etc/ssl/certs:/etc/ssl/tracer
{{- end }}
{{- end }}

{{/* HTTP probes. Takes a dict: path, port (its name). Startup may take two minutes, for example for migrations. */}}
{{- define "tracer.probes" -}}
startupProbe:
  httpGet: {path: {{ .path | quote }}, port: {{ .port }}}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: {{ .path | quote }}, port: {{ .port }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: {path: {{ .path | quote }}, port: {{ .port }}}
  periodSeconds: 5
  timeoutSeconds: 3
{{- end }}
