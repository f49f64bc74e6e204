{{/*
Common parts of all pods; they meet the Pod Security Standard `restricted`.
Takes a dict: root, component, annotations (of the component), user (numeric id that the containers run as).
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
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Image and security of one container. Takes a list: root, image values. */}}
{{- define "tracer.container" -}}
image: {{ include "tracer.image" . }}
imagePullPolicy: {{ (index . 1).pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
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
