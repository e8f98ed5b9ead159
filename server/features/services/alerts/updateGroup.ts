import type { AlertDetail, AlertState } from '../../../db/tables.ts'

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
  /** The time when the group cleared or, while it fires, the time of the latest alert. */
  state_at: Date
  count: number
  episode: number
  first_seen: Date
  last_seen: Date
  due_at: Date | null
}
export interface AlertEvent {
  state: AlertState
  fires: boolean
  at: Date
  received_at: Date
  detail: AlertDetail
}

/** Interval at which a new count is written to the incident if the group doesn't change otherwise. */
const countIntervalMs = 60_000

interface SyncContext {
  /** The time when ServiceNow was last updated; null if it never was. */
  syncedAt: Date | null
  /** The next update must not be earlier than the retry of a failed one. */
  postponed?: boolean
  now: Date
}

/**
 * Adds alert events to a group in the order of their arrival. An alert from before the current state is counted but doesn't change the state,
 * because a late delivery must not reopen a cleared group.
 */
export function updateGroup(
  existingGroup: Group | undefined,
  events: AlertEvent[],
  { syncedAt, postponed = false, now }: SyncContext,
): Group {
  const next = events.reduce(add, existingGroup && { ...existingGroup })!
  const hasNews =
    !existingGroup || next.episode > existingGroup.episode || next.state !== existingGroup.state || next.priority < existingGroup.priority
  // A group that has never fired needs no incident.
  if (next.episode === 0 || (!hasNews && next.count === existingGroup.count)) return next
  if (postponed && existingGroup?.due_at) return next
  const dueAt = hasNews || syncedAt === null ? now : new Date(Math.max(now.getTime(), syncedAt.getTime() + countIntervalMs))
  return { ...next, due_at: existingGroup?.due_at && existingGroup.due_at < dueAt ? existingGroup.due_at : dueAt }
}

function add(group: Group | undefined, { state, fires, at, received_at, detail }: AlertEvent): Group {
  const { title, description, resource, link, priority, source, configurationItem, assignmentGroup } = detail
  const alertFields = { source, title, resource, link, configuration_item: configurationItem, assignment_group: assignmentGroup }
  const addedCount = fires ? 1 : 0
  if (!group)
    return {
      ...alertFields,
      description,
      priority,
      state,
      state_at: at,
      count: addedCount,
      episode: state === 'firing' ? 1 : 0,
      first_seen: received_at,
      last_seen: received_at,
      due_at: null,
    }
  const updatedGroup = {
    ...group,
    count: group.count + addedCount,
    last_seen: received_at > group.last_seen ? received_at : group.last_seen,
  }
  // An alert without a time is never late. The order of arrival counts, because the clocks of replicas differ.
  const isOutdated = at < received_at
  if (isOutdated && at < group.state_at)
    return state === 'firing' && group.state === 'firing' ? { ...updatedGroup, priority: Math.min(priority, group.priority) } : updatedGroup
  const isUnchanged = state === group.state && (state === 'cleared' || !isOutdated)
  const currentGroup = { ...updatedGroup, state, state_at: isUnchanged ? group.state_at : at }
  if (state === 'cleared') return currentGroup
  const isNewEpisode = group.state === 'cleared'
  return {
    ...currentGroup,
    ...alertFields,
    description: description || group.description,
    priority: isNewEpisode ? priority : Math.min(priority, group.priority),
    episode: group.episode + (isNewEpisode ? 1 : 0),
  }
}
