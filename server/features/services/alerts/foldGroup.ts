import type { AlertDetail, AlertState } from '../../../db/tables.ts'

/** What is counted of alerts that are one trouble. */
export interface Group {
  source: AlertDetail['source']
  title: string
  description: string
  resource: string | null
  link: string | null
  priority: number
  configuration_item: string | null
  assignment_group: string | null
  state: AlertState
  /** When it cleared; while it fires, when it was last said to have fired. */
  state_at: Date
  count: number
  episode: number
  first_seen: Date
  last_seen: Date
  due_at: Date | null
}
export interface Arrival {
  state: AlertState
  fires: boolean
  at: Date
  received_at: Date
  detail: AlertDetail
}

/** How often the count is written into the incident while nothing else changes. */
const countEveryMs = 60_000

interface Telling {
  /** When ServiceNow was last told; null: never. */
  toldAt: Date | null
  /** It could not be told when it was due, and is to be tried again when that is due now, not sooner. */
  putOff?: boolean
  now: Date
}

/**
 * Adds arrivals, in the order they came, to what is known. What happened before the present state began is counted, but changes no state:
 * a delivery that was late must not wake what has cleared since.
 */
export function foldGroup(known: Group | undefined, arrivals: Arrival[], { toldAt, putOff = false, now }: Telling): Group {
  const next = arrivals.reduce(add, known && { ...known })!
  const news = !known || next.episode > known.episode || next.state !== known.state || next.priority < known.priority
  // What has only ever cleared is nobody's trouble.
  if (next.episode === 0 || (!news && next.count === known.count)) return next
  if (putOff && known?.due_at) return next
  const due = news || toldAt === null ? now : new Date(Math.max(now.getTime(), toldAt.getTime() + countEveryMs))
  return { ...next, due_at: known?.due_at && known.due_at < due ? known.due_at : due }
}

function add(group: Group | undefined, { state, fires, at, received_at, detail }: Arrival): Group {
  const { title, description, resource, link, priority, source, configurationItem, assignmentGroup } = detail
  const said = { source, title, resource, link, configuration_item: configurationItem, assignment_group: assignmentGroup }
  const counted = fires ? 1 : 0
  if (!group)
    return {
      ...said,
      description,
      priority,
      state,
      state_at: at,
      count: counted,
      episode: state === 'firing' ? 1 : 0,
      first_seen: received_at,
      last_seen: received_at,
      due_at: null,
    }
  const seen = { ...group, count: group.count + counted, last_seen: received_at > group.last_seen ? received_at : group.last_seen }
  // One that does not say when it happened is never late: replicas' clocks differ, and the order in which they wrote is what counts.
  const dated = at < received_at
  if (dated && at < group.state_at)
    return state === 'firing' && group.state === 'firing' ? { ...seen, priority: Math.min(priority, group.priority) } : seen
  const stays = state === group.state && (state === 'cleared' || !dated)
  const current = { ...seen, state, state_at: stays ? group.state_at : at }
  if (state === 'cleared') return current
  const begins = group.state === 'cleared'
  return {
    ...current,
    ...said,
    description: description || group.description,
    priority: begins ? priority : Math.min(priority, group.priority),
    episode: group.episode + (begins ? 1 : 0),
  }
}
