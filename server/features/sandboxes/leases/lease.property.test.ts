import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterMove, budgetUsedUp, due, inHours, type Lease, leaseAllows, type Move } from '../sandboxes/lease.ts'
import { canMove } from '../sandboxes/states.ts'

const hour = 3_600_000
/** The ends fall on both clock changes in Britain, a leap day, the end of a year, and an ordinary day. */
const creations = ['2026-03-27T22:30:00Z', '2026-10-23T23:15:00Z', '2028-02-27T08:00:00Z', '2026-12-30T12:00:00Z', '2026-06-10T09:00:00Z']

const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('freeze' as const), because: fc.constantFrom('budget', 'owner', 'admin') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('thaw' as const), overBudget: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), because: fc.constantFrom('owner', 'admin', 'expired') }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'undoDeletion' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      hours: fc.constantFrom(0, 1, 24, 72, 73),
      budget: fc.constantFrom(0, 1_000, 90_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'start' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('spend' as const), amount: fc.integer({ min: 0, max: 4_000 }) }) },
  // Slipway was off for this time.
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('timePasses' as const), hours: fc.constantFrom(0.02, 1, 5, 24, 25, 72) }) },
)

const waiting: Lease = {
  status: 'provisioning',
  terms: {
    thresholds: [
      { percent: 50, action: 'notify' },
      { percent: 90, action: 'freeze' },
    ],
    maxExtensions: 2,
    extensionHours: 72,
    maxBudget: 7_000,
    reminderHours: [48, 24, 4],
  },
  lease_hours: 60,
  lease_start: null,
  lease_end: null,
  extensions_used: 0,
  budget_limit: 5_000,
  spent: 0,
  limit_reached_at: null,
  frozen_at: null,
  frozen_because: null,
  delete_requested_at: null,
  delete_because: null,
  delete_at: null,
  removing_at: null,
  deleted_at: null,
}

interface Happened {
  what: 'remind' | 'expire' | 'remove'
  hours?: number
  end: number
  at: number
}

it('sends each reminder, end and removal once, in order, with the grace period, after any actions and outages', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...creations), fc.array(act, { minLength: 1, maxLength: 40 }), (creation, acts) => {
      let now = new Date(creation)
      let lease: Lease = { ...waiting, ...afterMove(waiting, { kind: 'start' }, now) }
      const happened: Happened[] = []
      const make = (move: Move): boolean => {
        if (leaseAllows(lease, move, now) !== true) return false
        const next = { ...lease, ...afterMove(lease, move, now) }
        if (next.status !== lease.status) expect([lease.status, next.status, canMove(lease.status, next.status)]).toContain(true)
        holdsAcross(lease, next, move, now)
        lease = next
        seen.add(move.kind)
        return true
      }
      const advance = () => {
        for (let todo = due(lease, reminded(happened, lease), now); todo !== null; todo = due(lease, reminded(happened, lease), now)) {
          const end = lease.lease_end!.getTime()
          happened.push({ what: todo.kind, ...('hours' in todo ? { hours: todo.hours } : {}), end, at: now.getTime() })
          seen.add(`due:${todo.kind}`)
          if (todo.kind === 'expire') expect(make({ kind: 'delete', because: 'expired' })).toBe(true)
          if (todo.kind === 'remove') expect(make({ kind: 'remove' })).toBe(true)
        }
      }
      for (const each of acts) {
        if (each.kind === 'spend') lease = { ...lease, spent: lease.spent + each.amount }
        else if (each.kind === 'timePasses') {
          now = new Date(now.getTime() + each.hours * hour)
          advance()
        } else make(each as Move)
        expect(lease.extensions_used).toBeLessThanOrEqual(2)
        expect(lease.budget_limit).toBeLessThanOrEqual(7_000)
      }
      // Without any action, every sandbox ends.
      for (let day = 0; day < 30; day++) {
        now = new Date(now.getTime() + 24 * hour)
        advance()
      }
      expect(lease.removing_at).not.toBeNull()
      for (const move of everyMove) expect(leaseAllows(lease, move, now)).toEqual(expect.any(String))
      holdsInAll(happened)
    }),
    { numRuns: 2_000 },
  )
  const wanted = ['freeze', 'thaw', 'delete', 'undoDeletion', 'extend', 'remove', 'due:remind', 'due:expire', 'due:remove']
  expect([...seen]).toEqual(expect.arrayContaining(wanted))
})

const everyMove: Move[] = [
  { kind: 'start' },
  { kind: 'freeze', because: 'budget' },
  { kind: 'thaw', overBudget: true },
  { kind: 'delete', because: 'admin' },
  { kind: 'undoDeletion' },
  { kind: 'extend', hours: 1, budget: 0 },
  { kind: 'remove' },
]

const reminded = (happened: Happened[], { lease_end }: Lease): number[] =>
  happened.filter(({ what, end }) => what === 'remind' && end === lease_end?.getTime()).map(({ hours }) => hours!)

function holdsAcross(before: Lease, after: Lease, move: Move, now: Date): void {
  if (move.kind === 'extend' && move.hours > 0) {
    const from = before.lease_end! > now ? before.lease_end! : now
    expect(after.lease_end!.getTime() - from.getTime()).toBe(move.hours * hour)
  } else if (move.kind !== 'start') expect(after.lease_end).toEqual(before.lease_end)
  if (move.kind === 'delete') expect(after.delete_at).toEqual(inHours(now, 24))
  if (move.kind === 'remove') expect(now.getTime() - before.delete_requested_at!.getTime()).toBeGreaterThanOrEqual(24 * hour)
  if (move.kind === 'undoDeletion') expect(after.status).toBe(before.frozen_because === null ? 'active' : 'frozen')
  // A sandbox without budget only resumes on an administrator’s order.
  if (after.status === 'active' && before.status === 'frozen' && before.frozen_because === 'budget' && move.kind === 'extend')
    expect(budgetUsedUp(after)).toBe(false)
  if (move.kind === 'thaw' && !move.overBudget) expect(budgetUsedUp(after)).toBe(false)
}

function holdsInAll(happened: Happened[]): void {
  const keys = happened.map(({ what, hours, end }) => `${what}:${hours}:${end}`)
  expect(keys.filter((key, index) => what(key) !== 'remove' && keys.indexOf(key) !== index)).toEqual([])
  expect(happened.filter(({ what }) => what === 'remove')).toHaveLength(1)
  expect(happened.at(-1)!.what).toBe('remove')
  for (const end of new Set(happened.map((each) => each.end))) {
    const ofEnd = happened.filter((each) => each.end === end)
    const hours = ofEnd.filter(({ what }) => what === 'remind').map((each) => each.hours!)
    expect(hours).toEqual(hours.toSorted((a, b) => b - a))
    for (const { what, at, hours: before } of ofEnd) {
      if (what === 'remind') expect(at >= end - before! * hour && at < end).toBe(true)
      if (what === 'expire') expect(at).toBeGreaterThanOrEqual(end)
    }
  }
}
const what = (key: string) => key.split(':')[0]

it('calculates money exactly in minor units', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100n, max: 1_000_000_000n }),
      fc.integer({ min: 1, max: 100 }),
      fc.bigInt({ min: 0n, max: 1_000_000_000n }),
      (limit, percent, spent) => {
        const terms = { ...waiting.terms, thresholds: [{ percent, action: 'freeze' as const }] }
        expect(budgetUsedUp({ terms, budget_limit: Number(limit), spent: Number(spent) })).toBe(spent * 100n >= limit * BigInt(percent))
      },
    ),
  )
})
