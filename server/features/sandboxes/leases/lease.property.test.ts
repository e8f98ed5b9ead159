import fc from 'fast-check'
import { expect, it } from 'vitest'
import { budgetUsedUp, inHours, type Lease, type LeaseTransition, leaseAfter, leaseVerdict } from '../sandboxes/lease.ts'
import { canMove, dueAction } from './leaseModel.fixture.ts'

const hourMs = 3_600_000
/** The ends fall on both clock changes in Britain, a leap day, the end of a year, and an ordinary day. */
const creations = ['2026-03-27T22:30:00Z', '2026-10-23T23:15:00Z', '2028-02-27T08:00:00Z', '2026-12-30T12:00:00Z', '2026-06-10T09:00:00Z']

const arbitraryAction = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('freeze' as const), cause: fc.constantFrom('budget', 'owner', 'admin') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resume' as const), overBudget: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), cause: fc.constantFrom('owner', 'admin', 'expired') }) },
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
  // Slipway is off for this time.
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('timePasses' as const), hours: fc.constantFrom(0.02, 1, 5, 24, 25, 72) }) },
)

const waitingLease: Lease = {
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
  freeze_cause: null,
  delete_requested_at: null,
  delete_cause: null,
  delete_at: null,
  removing_at: null,
  deleted_at: null,
}

interface LeaseEvent {
  what: 'remind' | 'expire' | 'remove'
  hours?: number
  end: number
  at: number
}

it('processes each reminder, end and removal once, in order and with the grace period, for any actions and outages', () => {
  const visited = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...creations), fc.array(arbitraryAction, { minLength: 1, maxLength: 40 }), (creation, actions) => {
      let now = new Date(creation)
      let lease: Lease = { ...waitingLease, ...leaseAfter(waitingLease, { kind: 'start' }, now) }
      const pastEvents: LeaseEvent[] = []
      const applyTransition = (move: LeaseTransition): boolean => {
        if (leaseVerdict(lease, move, now) !== true) return false
        const next = { ...lease, ...leaseAfter(lease, move, now) }
        if (next.status !== lease.status) expect([lease.status, next.status, canMove(lease.status, next.status)]).toContain(true)
        expectTransitionInvariants(lease, next, move, now)
        lease = next
        visited.add(move.kind)
        return true
      }
      const advance = () => {
        for (
          let todo = dueAction(lease, sentReminders(pastEvents, lease), now);
          todo !== null;
          todo = dueAction(lease, sentReminders(pastEvents, lease), now)
        ) {
          const end = lease.lease_end!.getTime()
          pastEvents.push({ what: todo.kind, ...('hours' in todo ? { hours: todo.hours } : {}), end, at: now.getTime() })
          visited.add(`due:${todo.kind}`)
          if (todo.kind === 'expire') expect(applyTransition({ kind: 'delete', cause: 'expired' })).toBe(true)
          if (todo.kind === 'remove') expect(applyTransition({ kind: 'remove' })).toBe(true)
        }
      }
      for (const each of actions) {
        if (each.kind === 'spend') lease = { ...lease, spent: lease.spent + each.amount }
        else if (each.kind === 'timePasses') {
          now = new Date(now.getTime() + each.hours * hourMs)
          advance()
        } else applyTransition(each as LeaseTransition)
        expect(lease.extensions_used).toBeLessThanOrEqual(2)
        expect(lease.budget_limit).toBeLessThanOrEqual(7_000)
      }
      // If no person acts, every sandbox ends.
      for (let day = 0; day < 30; day++) {
        now = new Date(now.getTime() + 24 * hourMs)
        advance()
      }
      expect(lease.removing_at).not.toBeNull()
      for (const move of allTransitions) expect(leaseVerdict(lease, move, now)).toEqual(expect.any(String))
      expectLeaseInvariants(pastEvents)
    }),
    { numRuns: 2_000 },
  )
  const expectedNames = ['freeze', 'resume', 'delete', 'undoDeletion', 'extend', 'remove', 'due:remind', 'due:expire', 'due:remove']
  expect([...visited]).toEqual(expect.arrayContaining(expectedNames))
})

const allTransitions: LeaseTransition[] = [
  { kind: 'start' },
  { kind: 'freeze', cause: 'budget' },
  { kind: 'resume', overBudget: true },
  { kind: 'delete', cause: 'admin' },
  { kind: 'undoDeletion' },
  { kind: 'extend', hours: 1, budget: 0 },
  { kind: 'remove' },
]

const sentReminders = (pastEvents: LeaseEvent[], { lease_end }: Lease): number[] =>
  pastEvents.filter(({ what: item, end }) => item === 'remind' && end === lease_end?.getTime()).map(({ hours }) => hours!)

function expectTransitionInvariants(before: Lease, after: Lease, move: LeaseTransition, now: Date): void {
  if (move.kind === 'extend' && move.hours > 0) {
    const from = before.lease_end! > now ? before.lease_end! : now
    expect(after.lease_end!.getTime() - from.getTime()).toBe(move.hours * hourMs)
  } else if (move.kind !== 'start') expect(after.lease_end).toEqual(before.lease_end)
  if (move.kind === 'delete') expect(after.delete_at).toEqual(inHours(now, 24))
  if (move.kind === 'remove') expect(now.getTime() - before.delete_requested_at!.getTime()).toBeGreaterThanOrEqual(24 * hourMs)
  if (move.kind === 'undoDeletion') expect(after.status).toBe(before.freeze_cause === null ? 'active' : 'frozen')
  // A sandbox without remaining budget resumes only if an administrator resumes it.
  if (after.status === 'active' && before.status === 'frozen' && before.freeze_cause === 'budget' && move.kind === 'extend')
    expect(budgetUsedUp(after)).toBe(false)
  if (move.kind === 'resume' && !move.overBudget) expect(budgetUsedUp(after)).toBe(false)
}

function expectLeaseInvariants(pastEvents: LeaseEvent[]): void {
  const keys = pastEvents.map(({ what: item, hours, end }) => `${item}:${hours}:${end}`)
  expect(keys.filter((key, index) => item(key) !== 'remove' && keys.indexOf(key) !== index)).toEqual([])
  expect(pastEvents.filter(({ what: item }) => item === 'remove')).toHaveLength(1)
  expect(pastEvents.at(-1)!.what).toBe('remove')
  for (const end of new Set(pastEvents.map((each) => each.end))) {
    const eventsOfEnd = pastEvents.filter((each) => each.end === end)
    const hours = eventsOfEnd.filter(({ what: item }) => item === 'remind').map((each) => each.hours!)
    expect(hours).toEqual(hours.toSorted((a, b) => b - a))
    for (const { what: duty, at, hours: before } of eventsOfEnd) {
      if (duty === 'remind') expect(at >= end - before! * hourMs && at < end).toBe(true)
      if (duty === 'expire') expect(at).toBeGreaterThanOrEqual(end)
    }
  }
}
const item = (key: string) => key.split(':')[0]

it('calculates money exactly in minor units', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100n, max: 1_000_000_000n }),
      fc.integer({ min: 1, max: 100 }),
      fc.bigInt({ min: 0n, max: 1_000_000_000n }),
      (limit, percent, spent) => {
        const terms = { ...waitingLease.terms, thresholds: [{ percent, action: 'freeze' as const }] }
        expect(budgetUsedUp({ terms, budget_limit: Number(limit), spent: Number(spent) })).toBe(spent * 100n >= limit * BigInt(percent))
      },
    ),
  )
})
