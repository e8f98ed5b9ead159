import type { AlertDetail, AlertState } from '../../../db/tables.ts'

/** An alert group: alerts with the same cause. */
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
  /** When the group cleared; while it fires, the time of the latest alert. */
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

/** Interval at which a new count is written to the incident if nothing else changes. */
const countIntervalMs = 60_000

interface Telling {
  /** When ServiceNow was last updated; null if never. */
  syncedAt: Date | null
  /** An update failed, so the next one must not be earlier than its retry. */
  putOff?: boolean
  now: Date
}

/**
 * Adds arrivals to a group in the order they came. An alert from before the current state is counted but doesn't change the state, because a
 * late delivery must not reopen a cleared group.
 */
export function updateGroup(known: Group | undefined, arrivals: Arrival[], { syncedAt, putOff = false, now }: Telling): Group {
  const next = arrivals.reduce(add, known && { ...known })!
  const news = !known || next.episode > known.episode || next.state !== known.state || next.priority < known.priority
  // A group that never fired needs no incident.
  if (next.episode === 0 || (!news && next.count === known.count)) return next
  if (putOff && known?.due_at) return next
  const due = news || syncedAt === null ? now : new Date(Math.max(now.getTime(), syncedAt.getTime() + countIntervalMs))
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
  // An alert without a time is never late. Its arrival order counts, because the clocks of replicas differ.
  const dated = at < received_at
  if (dated && at < group.state_at)
    return state === 'firing' && group.state === 'firing' ? { ...seen, priority: Math.min(priority, group.priority) } : seen
  const isUnchanged = state === group.state && (state === 'cleared' || !dated)
  const current = { ...seen, state, state_at: isUnchanged ? group.state_at : at }
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
