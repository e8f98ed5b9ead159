import type { ParsedAlert } from './incoming.ts'
import { linkOf, listOf, recordOf, singleLine, textOf, timeOf } from './plainText.ts'
import { priorityOf } from './severity.ts'
import { stateOf } from './states.ts'

export function parseAzure(payload: Record<string, unknown>): ParsedAlert[] | undefined {
  if (payload.schemaId !== 'azureMonitorCommonAlertSchema') return undefined
  const data = recordOf(payload.data)
  const essentials = recordOf(data.essentials)
  const rule = singleLine(essentials.alertRule, 200)
  const targets = listOf(essentials.alertTargetIDs, 20).flatMap((id) => singleLine(id, 500)?.toLowerCase() ?? [])
  const conditions = listOf(recordOf(recordOf(data.alertContext).condition).allOf, 10).map(recordOf)
  const state = stateOf(essentials.monitorCondition)
  const firedAt = timeOf(essentials.firedDateTime)
  const alertId = singleLine(essentials.alertId, 500)
  const description = textOf(essentials.description, 1_500)
  const names = targets.map((target) => target.split('/').at(-1)!)
  const title = singleLine(`${rule ?? 'Azure Monitor alert'}${names.length > 0 ? `: ${names.slice(0, 3).join(', ')}` : ''}`, 160)!
  return [
    {
      source: 'azure',
      // The dimensions are part of the key, because each combination of them fires and clears separately.
      same: [rule ?? alertId ?? title, ...targets.toSorted(), ...conditions.flatMap(dimensionsOf).toSorted()],
      once:
        alertId === undefined
          ? undefined
          : [alertId, state, (state === 'firing' ? firedAt : timeOf(essentials.resolvedDateTime))?.toISOString() ?? ''],
      state,
      isFiring: state === 'firing',
      at: state === 'firing' ? firedAt : timeOf(essentials.resolvedDateTime),
      title,
      priority: priorityOf(essentials.severity),
      resource: targets[0],
      link: linkOf(essentials.investigationLink) ?? conditions.map((each) => linkOf(each.linkToFilteredSearchResultsUI)).find(Boolean),
      facts: {
        what: description ?? title,
        where: targets.join('\n') || undefined,
        since: firedAt,
        measured: conditions.flatMap(measuredOf).join('\n') || undefined,
        severity: singleLine(essentials.severity, 40),
        rule,
        more: [singleLine(essentials.monitoringService, 100)].flatMap((service) => (service ? [`Found by: ${service}`] : [])),
      },
      payload,
    },
  ]
}

function dimensionsOf(condition: Record<string, unknown>): string[] {
  return listOf(condition.dimensions, 20).map((each) => {
    const { name, value } = recordOf(each)
    return `${singleLine(name, 100) ?? ''}=${singleLine(value, 300) ?? ''}`
  })
}

function measuredOf(condition: Record<string, unknown>): string[] {
  const value = singleLine(condition.metricValue, 60)
  if (value === undefined) return []
  const name = singleLine(condition.metricName, 120) ?? singleLine(condition.metricMeasureColumn, 120) ?? 'value'
  const operator = singleLine(condition.operator, 40)
    ?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  const threshold = singleLine(condition.threshold, 60)
  return [`${name} ${value}${operator && threshold ? ` (alert when ${operator} ${threshold})` : ''}`]
}
