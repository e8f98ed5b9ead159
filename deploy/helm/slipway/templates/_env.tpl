{{/* Every setting of the container. The values come from the chart, from settings, and from the files of the Secrets. */}}
{{- define "slipway.env" -}}
- name: HOST
  value: "0.0.0.0"
- name: PORT
  value: {{ .Values.ports.http | quote }}
- name: SLIPWAY_OPS_HOST
  value: "0.0.0.0"
- name: SLIPWAY_OPS_PORT
  value: {{ .Values.ports.ops | quote }}
- name: SLIPWAY_PUBLIC_URL
  value: {{ include "slipway.publicUrl" . | quote }}
- name: SLIPWAY_DRAIN_READINESS_SECONDS
  value: {{ .Values.drain.readinessSeconds | quote }}
- name: SLIPWAY_DRAIN_REQUEST_SECONDS
  value: {{ .Values.drain.requestSeconds | quote }}
- name: SLIPWAY_DRAIN_JOB_SECONDS
  value: {{ .Values.drain.jobSeconds | quote }}
- name: SLIPWAY_DATABASE_WAIT_SECONDS
  value: {{ .Values.databaseWaitSeconds | quote }}
{{- if .Values.workloadIdentity.clientId }}
- name: SLIPWAY_CLOUD_CLIENT_ID
  value: {{ .Values.workloadIdentity.clientId | quote }}
{{- end }}
{{- if .Values.auditCheckpoints.existingClaim }}
- name: SLIPWAY_AUDIT_CHECKPOINTS
  value: "/var/lib/slipway/checkpoints.jsonl"
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $group, $secret := .Values.secrets }}
{{- range $secret.settings }}
- name: {{ . }}_FILE
  value: {{ printf "/run/secrets/slipway/%s/%s" $group . | quote }}
{{- end }}
{{- end }}
{{- end -}}
