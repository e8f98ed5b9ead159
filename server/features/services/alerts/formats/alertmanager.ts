import { Failure } from '../../../../errors.ts'
import type { Incoming, Priority } from './incoming.ts'
import { isRecord, lineOf, linkOf, recordOf, textOf, timeOf } from './plainText.ts'
import { priorityOf } from './severity.ts'
import { stateOf } from './states.ts'

/** Limit of alerts in one delivery. */
const max = 1_000

/**
 * Reads Alertmanager's webhook, version 4. An Alertmanager group becomes one alert group, which clears when the whole group has. Its alerts are
 * counted one by one.
 * @returns undefined for another format
 */
export function readAlertmanager(payload: Record<string, unknown>): Incoming[] | undefined {
  const groupKey = lineOf(payload.groupKey, 2_000)
  if (groupKey === undefined || !Array.isArray(payload.alerts)) return undefined
  if (!payload.alerts.every(isRecord) || payload.alerts.length === 0)
    throw new Failure('invalidRequest', 'This Alertmanager delivery has no alerts, or has entries that aren’t alerts.')
  if (payload.alerts.length > max)
    throw new Failure('invalidRequest', `A delivery can have ${max} alerts at most. Set max_alerts for the webhook in Alertmanager.`)
  const alerts = payload.alerts.map(recordOf)
  const firing = alerts.filter((alert) => stateOf(alert.status) === 'firing')
  const state = stateOf(payload.status)
  const labels = recordOf(payload.commonLabels)
  const notes = recordOf(payload.commonAnnotations)
  const named = lineOf(labels.alertname, 150) ?? lineOf(recordOf(payload.groupLabels).alertname, 150)
  const title =
    lineOf(notes.summary ?? notes.title, 160) ??
    lineOf([named ?? 'Alertmanager group', resolveScope(labels)].filter(Boolean).join(': '), 160)!
  const worst = (firing.length > 0 ? firing : alerts).reduce<Priority>((lowest, alert) => {
    const own = priorityOf(recordOf(alert.labels).severity ?? labels.severity)
    return own < lowest ? own : lowest
  }, 5)
  const since = (firing.length > 0 ? firing : alerts)
    .flatMap((alert) => timeOf(alert.startsAt) ?? [])
    .reduce<Date | undefined>((first, time) => (first && first <= time ? first : time), undefined)
  const shared = {
    source: 'alertmanager' as const,
    same: [groupKey],
    state,
    // The arrival order counts, because Alertmanager sends a group's notifications in order, and an alert can start before the group cleared.
    at: undefined,
    title,
    priority: worst,
    resource: resolveScope(labels),
    link: linkOf(notes.runbook_url) ?? linkOf(alerts[0]?.generatorURL) ?? linkOf(payload.externalURL),
    facts: {
      what: textOf(notes.description ?? notes.message, 1_500) ?? title,
      where: resolveScope(labels),
      since,
      measured: undefined,
      severity: lineOf(labels.severity, 40),
      rule: named,
      more: listing(alerts),
    },
  }
  return alerts.map((alert) => {
    const own = stateOf(alert.status)
    const mark = lineOf(alert.fingerprint, 100) ?? JSON.stringify(recordOf(alert.labels))
    const once = [groupKey, mark, lineOf(alert.startsAt, 40) ?? '', own, state]
    return { ...shared, once, fires: own === 'firing', payload: { ...payload, alerts: [alert] } }
  })
}

function resolveScope(labels: Record<string, unknown>): string | undefined {
  const parts = ['cluster', 'namespace', 'pod', 'service', 'instance', 'resource'].flatMap((name) => lineOf(labels[name], 150) ?? [])
  return lineOf(parts.join(' / '), 500)
}

const listed = 10
function listing(alerts: Record<string, unknown>[]): string[] {
  if (alerts.length < 2) return []
  const lines = alerts.slice(0, listed).map((alert) => {
    const notes = recordOf(alert.annotations)
    const labels = recordOf(alert.labels)
    return `- ${stateOf(alert.status) === 'firing' ? '' : 'over: '}${lineOf(notes.summary, 150) ?? resolveScope(labels) ?? lineOf(labels.alertname, 150) ?? 'an alert'}`
  })
  return [`${alerts.length} alerts:`, ...lines, ...(alerts.length > listed ? [`- and ${alerts.length - listed} more`] : [])]
}
