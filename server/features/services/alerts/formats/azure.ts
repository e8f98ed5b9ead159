import type { Incoming } from './incoming.ts'
import { lineOf, linkOf, listOf, recordOf, textOf, timeOf } from './plainText.ts'
import { priorityOf } from './severity.ts'
import { stateOf } from './states.ts'

/** Reads Azure Monitor's common alert schema. @returns undefined for another format */
export function readAzure(payload: Record<string, unknown>): Incoming[] | undefined {
  if (payload.schemaId !== 'azureMonitorCommonAlertSchema') return undefined
  const data = recordOf(payload.data)
  const essentials = recordOf(data.essentials)
  const rule = lineOf(essentials.alertRule, 200)
  const targets = listOf(essentials.alertTargetIDs, 20).flatMap((id) => lineOf(id, 500)?.toLowerCase() ?? [])
  const conditions = listOf(recordOf(recordOf(data.alertContext).condition).allOf, 10).map(recordOf)
  const state = stateOf(essentials.monitorCondition)
  const fired = timeOf(essentials.firedDateTime)
  const alertId = lineOf(essentials.alertId, 500)
  const description = textOf(essentials.description, 1_500)
  const names = targets.map((target) => target.split('/').at(-1)!)
  const title = lineOf(`${rule ?? 'Azure Monitor alert'}${names.length > 0 ? `: ${names.slice(0, 3).join(', ')}` : ''}`, 160)!
  return [
    {
      source: 'azure',
      // Dimensions belong to the key, because each combination fires and clears separately.
      same: [rule ?? alertId ?? title, ...targets.toSorted(), ...conditions.flatMap(dimensionsOf).toSorted()],
      once:
        alertId === undefined
          ? undefined
          : [alertId, state, (state === 'firing' ? fired : timeOf(essentials.resolvedDateTime))?.toISOString() ?? ''],
      state,
      fires: state === 'firing',
      at: state === 'firing' ? fired : timeOf(essentials.resolvedDateTime),
      title,
      priority: priorityOf(essentials.severity),
      resource: targets[0],
      link: linkOf(essentials.investigationLink) ?? conditions.map((each) => linkOf(each.linkToFilteredSearchResultsUI)).find(Boolean),
      facts: {
        what: description ?? title,
        where: targets.join('\n') || undefined,
        since: fired,
        measured: conditions.flatMap(measuredOf).join('\n') || undefined,
        severity: lineOf(essentials.severity, 40),
        rule,
        more: [lineOf(essentials.monitoringService, 100)].flatMap((service) => (service ? [`Found by: ${service}`] : [])),
      },
      payload,
    },
  ]
}

function dimensionsOf(condition: Record<string, unknown>): string[] {
  return listOf(condition.dimensions, 20).map((each) => {
    const { name, value } = recordOf(each)
    return `${lineOf(name, 100) ?? ''}=${lineOf(value, 300) ?? ''}`
  })
}

function measuredOf(condition: Record<string, unknown>): string[] {
  const value = lineOf(condition.metricValue, 60)
  if (value === undefined) return []
  const name = lineOf(condition.metricName, 120) ?? lineOf(condition.metricMeasureColumn, 120) ?? 'value'
  const operator = lineOf(condition.operator, 40)
    ?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  const threshold = lineOf(condition.threshold, 60)
  return [`${name} ${value}${operator && threshold ? ` (alert when ${operator} ${threshold})` : ''}`]
}
