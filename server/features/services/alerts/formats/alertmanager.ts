import { Failure } from '../../../../errors.ts'
import type { ParsedAlert, Priority } from './incoming.ts'
import { isRecord, linkOf, recordOf, singleLine, textOf, timeOf } from './plainText.ts'
import { priorityOf } from './severity.ts'
import { stateOf } from './states.ts'

const maxAlerts = 1_000

/**
 * Reads Alertmanager's webhook, version 4. A group of Alertmanager becomes one alert group, which clears when the whole group has cleared.
 * Its alerts are counted one by one.
 * @returns undefined for a different format
 */
export function parseAlertmanager(payload: Record<string, unknown>): ParsedAlert[] | undefined {
  const groupKey = singleLine(payload.groupKey, 2_000)
  if (groupKey === undefined || !Array.isArray(payload.alerts)) return undefined
  if (!payload.alerts.every(isRecord) || payload.alerts.length === 0)
    throw new Failure('invalidRequest', 'This Alertmanager delivery has no alerts, or has entries that aren’t alerts.')
  if (payload.alerts.length > maxAlerts)
    throw new Failure('invalidRequest', `A delivery can have ${maxAlerts} alerts at most. Set max_alerts for the webhook in Alertmanager.`)
  const alerts = payload.alerts.map(recordOf)
  const firingAlerts = alerts.filter((alert) => stateOf(alert.status) === 'firing')
  const state = stateOf(payload.status)
  const labels = recordOf(payload.commonLabels)
  const notes = recordOf(payload.commonAnnotations)
  const alertName = singleLine(labels.alertname, 150) ?? singleLine(recordOf(payload.groupLabels).alertname, 150)
  const title =
    singleLine(notes.summary ?? notes.title, 160) ??
    singleLine([alertName ?? 'Alertmanager group', resourceOfLabels(labels)].filter(Boolean).join(': '), 160)!
  const highestPriority = (firingAlerts.length > 0 ? firingAlerts : alerts).reduce<Priority>((highestSoFar, alert) => {
    const alertPriority = priorityOf(recordOf(alert.labels).severity ?? labels.severity)
    return alertPriority < highestSoFar ? alertPriority : highestSoFar
  }, 5)
  const sinceDate = (firingAlerts.length > 0 ? firingAlerts : alerts)
    .flatMap((alert) => timeOf(alert.startsAt) ?? [])
    .reduce<Date | undefined>((earliest, time) => (earliest && earliest <= time ? earliest : time), undefined)
  const sharedFields = {
    source: 'alertmanager' as const,
    same: [groupKey],
    state,
    // The order of arrival counts. Alertmanager sends the notifications of a group in order, and an alert can have started before the group
    // cleared.
    at: undefined,
    title,
    priority: highestPriority,
    resource: resourceOfLabels(labels),
    link: linkOf(notes.runbook_url) ?? linkOf(alerts[0]?.generatorURL) ?? linkOf(payload.externalURL),
    facts: {
      what: textOf(notes.description ?? notes.message, 1_500) ?? title,
      where: resourceOfLabels(labels),
      since: sinceDate,
      measured: undefined,
      severity: singleLine(labels.severity, 40),
      rule: alertName,
      more: listAlerts(alerts),
    },
  }
  return alerts.map((alert) => {
    const alertValue = stateOf(alert.status)
    const alertIdentity = singleLine(alert.fingerprint, 100) ?? JSON.stringify(recordOf(alert.labels))
    const uniqueKeyParts = [groupKey, alertIdentity, singleLine(alert.startsAt, 40) ?? '', alertValue, state]
    return { ...sharedFields, once: uniqueKeyParts, isFiring: alertValue === 'firing', payload: { ...payload, alerts: [alert] } }
  })
}

function resourceOfLabels(labels: Record<string, unknown>): string | undefined {
  const resourceLabels = ['cluster', 'namespace', 'pod', 'service', 'instance', 'resource'].flatMap(
    (name) => singleLine(labels[name], 150) ?? [],
  )
  return singleLine(resourceLabels.join(' / '), 500)
}

const maxListed = 10
function listAlerts(alerts: Record<string, unknown>[]): string[] {
  if (alerts.length < 2) return []
  const lines = alerts.slice(0, maxListed).map((alert) => {
    const notes = recordOf(alert.annotations)
    const labels = recordOf(alert.labels)
    return `- ${stateOf(alert.status) === 'firing' ? '' : 'over: '}${singleLine(notes.summary, 150) ?? resourceOfLabels(labels) ?? singleLine(labels.alertname, 150) ?? 'an alert'}`
  })
  return [`${alerts.length} alerts:`, ...lines, ...(alerts.length > maxListed ? [`- and ${alerts.length - maxListed} more`] : [])]
}
