import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrival, updateGroup } from './updateGroup.ts'

const start = new Date('2026-03-22T10:00:00Z').getTime()
const at = (minutes: number) => new Date(start + minutes * 60_000)
const arrival = (
  minutes: number,
  state: 'firing' | 'cleared' = 'firing',
  priority: 1 | 2 | 3 | 4 | 5 = 3,
  change: Partial<Arrival> = {},
): Arrival => ({
  state,
  fires: state === 'firing',
  at: at(minutes),
  received_at: at(minutes),
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
  ...change,
})
const never = { syncedAt: null, now: at(100) }
const all = (...arrivals: Arrival[]) => updateGroup(undefined, arrivals, never)

describe('an arrival', () => {
  it('is counted, with the first and last time and the latest text', () => {
    expect(all(arrival(1), arrival(2), arrival(3))).toMatchObject({
      ...{
        count: 3,
        episode: 1,
        state: 'firing',
        title: 'at 3',
        description: 'text 3',
        state_at: at(1),
        first_seen: at(1),
        last_seen: at(3),
        due_at: at(100),
      },
    })
  })

  it('clears the group with the text of its start, and restarts it with its own priority', () => {
    const cleared = all(arrival(1, 'firing', 1), arrival(2, 'cleared', 3))
    expect(cleared).toMatchObject({ state: 'cleared', state_at: at(2), title: 'at 1', priority: 1, count: 1, episode: 1 })
    expect(updateGroup(cleared, [arrival(3, 'firing', 4), arrival(4, 'firing', 5)], never)).toMatchObject({
      state: 'firing',
      episode: 2,
      priority: 4,
      count: 3,
    })
  })

  it('is counted but restarts nothing when it is late and from before the end', () => {
    const cleared = all(arrival(1), arrival(5, 'cleared'))
    const late = arrival(4, 'firing', 3, { received_at: at(6) })
    expect(updateGroup(cleared, [late], { syncedAt: at(5), now: at(6) })).toMatchObject({ state: 'cleared', episode: 1, count: 2 })
  })

  it('ends nothing when it is late and from before a new start', () => {
    const refired = all(arrival(1), arrival(6, 'firing', 3, { received_at: at(6.1) }))
    const late = arrival(4, 'cleared', 3, { received_at: at(7) })
    expect(updateGroup(refired, [late], { syncedAt: at(6), now: at(7) })).toMatchObject({ state: 'firing', episode: 1, count: 2 })
    const end = arrival(8, 'cleared', 3, { received_at: at(8.1) })
    expect(updateGroup(refired, [late, end], { syncedAt: at(6), now: at(9) })).toMatchObject({ state: 'cleared', state_at: at(8) })
  })

  it('raises the priority when it is late but the group is active', () => {
    const firing = all(arrival(1), arrival(6, 'firing', 3, { received_at: at(6.1) }))
    const late = arrival(4, 'firing', 1, { received_at: at(7) })
    expect(updateGroup(firing, [late], { syncedAt: at(6), now: at(7) })).toMatchObject({
      priority: 1,
      count: 3,
      title: 'at 6',
      due_at: at(7),
    })
  })

  it('creates no incident when its end is before its start', () => {
    const over = all(arrival(4, 'cleared'), arrival(2, 'firing', 3, { received_at: at(5) }))
    expect(over).toMatchObject({ state: 'cleared', count: 1, episode: 0, due_at: null })
  })

  it('counts as latest without a time, whatever the replica’s clock shows', () => {
    expect(all(arrival(5), arrival(4.9, 'cleared'))).toMatchObject({ state: 'cleared', count: 1 })
    expect(all(arrival(5), arrival(6, 'cleared'), arrival(5.9))).toMatchObject({ state: 'firing', episode: 2, count: 2 })
  })

  it('creates no incident when it is only an end', () => {
    expect(all(arrival(1, 'cleared'))).toMatchObject({ count: 0, episode: 0, due_at: null })
  })

  it('keeps the text when the arrival has none', () => {
    expect(all(arrival(1), arrival(2, 'firing', 3, { detail: { ...arrival(2).detail, description: '' } }))).toMatchObject({
      title: 'at 2',
      description: 'text 1',
    })
  })
})

describe('the next update of ServiceNow', () => {
  const firing = { ...all(arrival(1)), due_at: null }
  const synced = { syncedAt: at(10), now: at(10.5) }
  it.each([
    ['a minute later for a new count', [arrival(2)], at(11)],
    ['immediately for a higher priority', [arrival(2, 'firing', 1)], at(10.5)],
    ['immediately for the end', [arrival(2, 'cleared')], at(10.5)],
    ['at no time without news', [arrival(2, 'firing', 3, { fires: false })], null],
  ])('is due %s', (_what, arrivals, due) => {
    expect(updateGroup(firing, arrivals as Arrival[], synced).due_at).toEqual(due)
  })

  it('is not due before the next retry after a failure', () => {
    const waits = { ...firing, due_at: at(14) }
    for (const arrivals of [[arrival(2)], [arrival(2, 'firing', 1)], [arrival(2, 'cleared')]])
      for (const syncedAt of [null, at(10)])
        expect(updateGroup(waits, arrivals, { syncedAt, putOff: true, now: at(10.5) }).due_at).toEqual(at(14))
  })

  it('is not delayed by a later arrival', () => {
    expect(updateGroup({ ...firing, due_at: at(10.2) }, [arrival(2, 'cleared')], synced).due_at).toEqual(at(10.2))
  })
})

it('has the same result however arrivals are split into batches', () => {
  const some = fc.array(
    fc.record({ minutes: fc.integer({ min: 0, max: 50 }), cleared: fc.boolean(), priority: fc.constantFrom(1, 2, 3, 4, 5) }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 11 }), (specs, cutAt) => {
      const arrivals = specs.map(({ minutes, cleared, priority }) => arrival(minutes, cleared ? 'cleared' : 'firing', priority as 1))
      const [first, rest] = [arrivals.slice(0, cutAt), arrivals.slice(cutAt)]
      const whole = { ...all(...arrivals), due_at: null }
      const inParts = rest.length === 0 ? all(...first) : updateGroup(all(...first), rest, never)
      expect({ ...inParts, due_at: null }).toEqual(whole)
      expect(whole.count).toBe(arrivals.filter(({ fires }) => fires).length)
    }),
  )
})
