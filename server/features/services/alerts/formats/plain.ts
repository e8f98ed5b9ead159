import type { Incoming } from './incoming.ts'
import { lineOf, linkOf, textOf, timeOf } from './plainText.ts'
import { priorityOf } from './severity.ts'
import { stateOf } from './states.ts'

/** Reads the fields of a plain alert, or of an event's data. */
export function readFields(data: Record<string, unknown>) {
  const title = lineOf(data.title ?? data.summary ?? data.name, 160)
  const [value, threshold] = [lineOf(data.value, 60), lineOf(data.threshold, 60)]
  const where = lineOf(data.resource ?? data.host, 500)
  return {
    title,
    priority: priorityOf(data.severity ?? data.level),
    resource: where,
    link: linkOf(data.link ?? data.url),
    facts: {
      what: textOf(data.description ?? data.message, 2_000) ?? title,
      where,
      since: timeOf(data.since ?? data.startsAt),
      measured: value === undefined ? undefined : `${value}${threshold === undefined ? '' : ` (threshold ${threshold})`}`,
      severity: lineOf(data.severity ?? data.level, 40),
      rule: lineOf(data.rule, 200),
      more: [],
    },
  }
}

/** Reads plain JSON with a title. @returns undefined without a title */
export function readPlain(payload: Record<string, unknown>): Incoming[] | undefined {
  const { title, ...fields } = readFields(payload)
  if (title === undefined) return undefined
  const state = stateOf(payload.status)
  const id = lineOf(payload.id, 300)
  const key = lineOf(payload.key, 500) ?? title
  return [
    {
      ...fields,
      source: 'plain',
      title,
      same: [key],
      once: id === undefined ? undefined : [key, id, state],
      state,
      fires: state === 'firing',
      at: timeOf(payload.time),
      payload,
    },
  ]
}
