import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertEvent, updateGroup } from './updateGroup.ts'

const start = new Date('2026-03-22T10:00:00Z').getTime()
const timeAt = (minutes: number) => new Date(start + minutes * 60_000)
const alertEvent = (
  minutes: number,
  state: 'firing' | 'cleared' = 'firing',
  priority: 1 | 2 | 3 | 4 | 5 = 3,
  overrides: Partial<AlertEvent> = {},
): AlertEvent => ({
  state,
  fires: state === 'firing',
  at: timeAt(minutes),
  received_at: timeAt(minutes),
  detail: {
    source: 'plain',
    title: `at ${minutes}`,
    description: `text ${minutes}`,
    resource: null,
    link: null,
    priority,
    configurationItem: null,
    assignmentGroup: null,
  },
  ...overrides,
})
const neverSynced = { syncedAt: null, now: timeAt(100) }
const all = (...events: AlertEvent[]) => updateGroup(undefined, events, neverSynced)

describe('an alert event', () => {
  it('is counted, with the first and last time and the latest text', () => {
    expect(all(alertEvent(1), alertEvent(2), alertEvent(3))).toMatchObject({
      ...{
        count: 3,
        episode: 1,
        state: 'firing',
        title: 'at 3',
        description: 'text 3',
        state_at: timeAt(1),
        first_seen: timeAt(1),
        last_seen: timeAt(3),
        due_at: timeAt(100),
      },
    })
  })

  it('clears the group without replacing its text, or starts a cleared group again with its own priority', () => {
    const clearedGroup = all(alertEvent(1, 'firing', 1), alertEvent(2, 'cleared', 3))
    expect(clearedGroup).toMatchObject({ state: 'cleared', state_at: timeAt(2), title: 'at 1', priority: 1, count: 1, episode: 1 })
    expect(updateGroup(clearedGroup, [alertEvent(3, 'firing', 4), alertEvent(4, 'firing', 5)], neverSynced)).toMatchObject({
      state: 'firing',
      episode: 2,
      priority: 4,
      count: 3,
    })
  })

  it('is counted but doesn’t restart the group if it is from before the end and arrives late', () => {
    const clearedGroup = all(alertEvent(1), alertEvent(5, 'cleared'))
    const lateEvent = alertEvent(4, 'firing', 3, { received_at: timeAt(6) })
    expect(updateGroup(clearedGroup, [lateEvent], { syncedAt: timeAt(5), now: timeAt(6) })).toMatchObject({
      state: 'cleared',
      episode: 1,
      count: 2,
    })
  })

  it('doesn’t end the group if it is from before a new start and arrives late', () => {
    const refiredGroup = all(alertEvent(1), alertEvent(6, 'firing', 3, { received_at: timeAt(6.1) }))
    const lateEvent = alertEvent(4, 'cleared', 3, { received_at: timeAt(7) })
    expect(updateGroup(refiredGroup, [lateEvent], { syncedAt: timeAt(6), now: timeAt(7) })).toMatchObject({
      state: 'firing',
      episode: 1,
      count: 2,
    })
    const end = alertEvent(8, 'cleared', 3, { received_at: timeAt(8.1) })
    expect(updateGroup(refiredGroup, [lateEvent, end], { syncedAt: timeAt(6), now: timeAt(9) })).toMatchObject({
      state: 'cleared',
      state_at: timeAt(8),
    })
  })

  it('raises the priority even if it arrives late, while the group is active', () => {
    const firingGroup = all(alertEvent(1), alertEvent(6, 'firing', 3, { received_at: timeAt(6.1) }))
    const lateEvent = alertEvent(4, 'firing', 1, { received_at: timeAt(7) })
    expect(updateGroup(firingGroup, [lateEvent], { syncedAt: timeAt(6), now: timeAt(7) })).toMatchObject({
      priority: 1,
      count: 3,
      title: 'at 6',
      due_at: timeAt(7),
    })
  })

  it('doesn’t create an incident if the end arrives before the start', () => {
    const endedGroup = all(alertEvent(4, 'cleared'), alertEvent(2, 'firing', 3, { received_at: timeAt(5) }))
    expect(endedGroup).toMatchObject({ state: 'cleared', count: 1, episode: 0, due_at: null })
  })

  it('counts as the latest if it has no time, regardless of the replica’s clock', () => {
    expect(all(alertEvent(5), alertEvent(4.9, 'cleared'))).toMatchObject({ state: 'cleared', count: 1 })
    expect(all(alertEvent(5), alertEvent(6, 'cleared'), alertEvent(5.9))).toMatchObject({ state: 'firing', episode: 2, count: 2 })
  })

  it('doesn’t create an incident if it only ends an alert', () => {
    expect(all(alertEvent(1, 'cleared'))).toMatchObject({ count: 0, episode: 0, due_at: null })
  })

  it('keeps the stored text if the alert event has none', () => {
    expect(all(alertEvent(1), alertEvent(2, 'firing', 3, { detail: { ...alertEvent(2).detail, description: '' } }))).toMatchObject({
      title: 'at 2',
      description: 'text 1',
    })
  })
})

describe('the next update of ServiceNow', () => {
  const firingGroup = { ...all(alertEvent(1)), due_at: null }
  const synced = { syncedAt: timeAt(10), now: timeAt(10.5) }
  it.each([
    ['a minute later for a new count', [alertEvent(2)], timeAt(11)],
    ['immediately for a higher priority', [alertEvent(2, 'firing', 1)], timeAt(10.5)],
    ['immediately for the end', [alertEvent(2, 'cleared')], timeAt(10.5)],
    ['at no time without news', [alertEvent(2, 'firing', 3, { fires: false })], null],
  ])('is due %s', (_title, events, dueDate) => {
    expect(updateGroup(firingGroup, events as AlertEvent[], synced).due_at).toEqual(dueDate)
  })

  it('is not due before the next retry after a failure', () => {
    const waits = { ...firingGroup, due_at: timeAt(14) }
    for (const events of [[alertEvent(2)], [alertEvent(2, 'firing', 1)], [alertEvent(2, 'cleared')]])
      for (const syncedAt of [null, timeAt(10)])
        expect(updateGroup(waits, events, { syncedAt, postponed: true, now: timeAt(10.5) }).due_at).toEqual(timeAt(14))
  })

  it('is not delayed by a later alert event', () => {
    expect(updateGroup({ ...firingGroup, due_at: timeAt(10.2) }, [alertEvent(2, 'cleared')], synced).due_at).toEqual(timeAt(10.2))
  })
})

it('has the same result, regardless of how alert events are split into batches', () => {
  const arbitraryEvents = fc.array(
    fc.record({ minutes: fc.integer({ min: 0, max: 50 }), cleared: fc.boolean(), priority: fc.constantFrom(1, 2, 3, 4, 5) }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(arbitraryEvents, fc.integer({ min: 1, max: 11 }), (specs, cutAt) => {
      const events = specs.map(({ minutes, cleared: isCleared, priority }) =>
        alertEvent(minutes, isCleared ? 'cleared' : 'firing', priority as 1),
      )
      const [firstPart, remaining] = [events.slice(0, cutAt), events.slice(cutAt)]
      const complete = { ...all(...events), due_at: null }
      const groupFromParts = remaining.length === 0 ? all(...firstPart) : updateGroup(all(...firstPart), remaining, neverSynced)
      expect({ ...groupFromParts, due_at: null }).toEqual(complete)
      expect(complete.count).toBe(events.filter(({ fires }) => fires).length)
    }),
  )
})
