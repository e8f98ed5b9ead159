{{- define "slipway.name" -}}
{{- if contains "slipway" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-slipway" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "slipway.selector" -}}
app.kubernetes.io/name: slipway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "slipway.labels" -}}
{{ include "slipway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "slipway.serviceAccount" -}}
{{- .Values.serviceAccount.existingName | default (include "slipway.name" .) -}}
{{- end -}}

{{- define "slipway.image" -}}
{{- $repository := required "image.repository is missing: the repository of your image" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "slipway.publicUrl" -}}
{{- required "publicUrl is missing: the address of Slipway for people, such as https://slipway.example" .Values.publicUrl | trimSuffix "/" -}}
{{- end -}}

{{- define "slipway.host" -}}
{{- get (urlParse (include "slipway.publicUrl" .)) "hostname" -}}
{{- end -}}

{{/* The name of a group's Secret. */}}
{{- define "slipway.secret" -}}
{{- $group := get .root.Values.secrets .group -}}
{{- required (printf "secrets.%s.existingSecret is missing: the Secret with %s" .group (join ", " $group.settings)) $group.existingSecret -}}
{{- end -}}

{{/* Rules that the schema can't express. */}}
{{- define "slipway.check" -}}
{{- if and .Values.ingress.enabled .Values.httpRoute.enabled -}}
{{- fail "Enable ingress or httpRoute, not both" -}}
{{- end -}}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (not (get .Values.settings "SLIPWAY_TRUSTED_PROXIES")) -}}
{{- fail "settings.SLIPWAY_TRUSTED_PROXIES is missing: the addresses of the proxies before Slipway. Without it, every caller has the proxy's address and API keys are refused" -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.portalFrom) -}}
{{- fail "networkPolicy.portalFrom is missing: the peers that can open the portal, such as your proxies" -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled .Values.metrics.serviceMonitor.enabled (not .Values.networkPolicy.opsFrom) -}}
{{- fail "networkPolicy.opsFrom is missing: the peers that can read metrics, such as Prometheus" -}}
{{- end -}}
{{- range $name, $value := .Values.settings -}}
{{- if has $name (list "HOST" "PORT" "SLIPWAY_PUBLIC_URL" "SLIPWAY_OPS_HOST" "SLIPWAY_OPS_PORT" "SLIPWAY_DRAIN_READINESS_SECONDS" "SLIPWAY_DRAIN_REQUEST_SECONDS" "SLIPWAY_DRAIN_JOB_SECONDS" "SLIPWAY_DATABASE_WAIT_SECONDS") -}}
{{- fail (printf "settings.%s has its own value in this chart" $name) -}}
{{- end -}}
{{- if eq $value "" -}}
{{- fail (printf "settings.%s is missing" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
