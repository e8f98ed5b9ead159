import type { ParsedAlert } from './incoming.ts'
import { linkOf, singleLine, textOf, timeOf } from './plainText.ts'
import { priorityOf } from './severity.ts'
import { stateOf } from './states.ts'

export function parseFields(data: Record<string, unknown>) {
  const title = singleLine(data.title ?? data.summary ?? data.name, 160)
  const [value, threshold] = [singleLine(data.value, 60), singleLine(data.threshold, 60)]
  const resource = singleLine(data.resource ?? data.host, 500)
  return {
    title,
    priority: priorityOf(data.severity ?? data.level),
    resource,
    link: linkOf(data.link ?? data.url),
    facts: {
      what: textOf(data.description ?? data.message, 2_000) ?? title,
      where: resource,
      since: timeOf(data.since ?? data.startsAt),
      measured: value === undefined ? undefined : `${value}${threshold === undefined ? '' : ` (threshold ${threshold})`}`,
      severity: singleLine(data.severity ?? data.level, 40),
      rule: singleLine(data.rule, 200),
      more: [],
    },
  }
}

export function parsePlain(payload: Record<string, unknown>): ParsedAlert[] | undefined {
  const { title, ...fields } = parseFields(payload)
  if (title === undefined) return undefined
  const state = stateOf(payload.status)
  const id = singleLine(payload.id, 300)
  const key = singleLine(payload.key, 500) ?? title
  return [
    {
      ...fields,
      source: 'plain',
      title,
      same: [key],
      once: id === undefined ? undefined : [key, id, state],
      state,
      isFiring: state === 'firing',
      at: timeOf(payload.time),
      payload,
    },
  ]
}
