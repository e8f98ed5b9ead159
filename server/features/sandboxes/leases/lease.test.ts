import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../test/postgres.ts'
import { withClient } from '../../../../test/postgresServer.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { formatHours } from '../../../format.ts'
import { inHours, type Lease, type LeaseTransition, leaseAfter, leaseVerdict } from '../sandboxes/lease.ts'
import { canMove, transitions } from './leaseModel.fixture.ts'

const statuses = Object.keys(transitions) as SandboxStatus[]
const now = new Date('2026-11-22T12:00:00Z')

function leaseOf(status: SandboxStatus, overrides: Partial<Lease> = {}): Lease {
  return {
    status,
    terms: {
      thresholds: [{ percent: 90, action: 'freeze' }],
      maxExtensions: 1,
      extensionHours: 72,
      maxBudget: 6_000,
      reminderHours: [24],
    },
    lease_hours: 168,
    lease_start: inHours(now, -100),
    lease_end: inHours(now, 68),
    extensions_used: 0,
    budget_limit: 5_000,
    spent: 0,
    limit_reached_at: null,
    frozen_at: null,
    freeze_cause: status === 'frozen' ? 'owner' : null,
    delete_requested_at: status === 'deleting' ? inHours(now, -1) : null,
    delete_cause: status === 'deleting' ? 'owner' : null,
    delete_at: status === 'deleting' ? inHours(now, 23) : null,
    removing_at: null,
    deleted_at: null,
    ...overrides,
  }
}
const allTransitions: LeaseTransition[] = [
  { kind: 'start' },
  { kind: 'freeze', cause: 'owner' },
  { kind: 'resume', overBudget: false },
  { kind: 'delete', cause: 'owner' },
  { kind: 'undoDeletion' },
  { kind: 'extend', hours: 24, budget: 0 },
  { kind: 'remove' },
]

it('allows the same transitions as the database', async () => {
  const database = await createTestDatabase()
  const body = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ prosrc: string }>(`select prosrc from pg_proc where proname = 'sandbox_transitions'`)
    return rows[0]!.prosrc
  })
  await database.drop()
  const databaseTransitions = [...body.matchAll(/'(\w+)>(\w+)'/g)].map(([, from, to]) => `${from}>${to}`)
  const productTransitions = statuses.flatMap((from) => statuses.filter((to) => canMove(from, to)).map((to) => `${from}>${to}`))
  expect(databaseTransitions.toSorted()).toEqual(productTransitions.toSorted())
})

it('allows each action only in its statuses, and gives a reason in all others', () => {
  const allowedStatuses: Record<LeaseTransition['kind'], SandboxStatus[]> = {
    start: ['provisioning'],
    freeze: ['active'],
    resume: ['frozen'],
    delete: ['queued', 'failed', 'active', 'frozen'],
    undoDeletion: ['deleting'],
    extend: ['active', 'frozen'],
    remove: [],
  }
  for (const move of allTransitions)
    for (const status of statuses) {
      const lease = leaseOf(status)
      const verdict = leaseVerdict(lease, move, now)
      expect([move.kind, status, verdict]).toEqual([
        move.kind,
        status,
        allowedStatuses[move.kind].includes(status) ? true : expect.stringMatching(/^[A-Z].+\.$/),
      ])
      const next = verdict === true ? leaseAfter(lease, move, now).status : undefined
      if (next && next !== status) expect([status, next, canMove(status, next)]).toEqual([status, next, true])
    }
})

it('deletes a sandbox that was never ready immediately, and others after a whole day', () => {
  const deletion = (status: SandboxStatus) => leaseAfter(leaseOf(status), { kind: 'delete', cause: 'owner' }, now)
  expect(deletion('queued')).toMatchObject({ status: 'deleted', deleted_at: now })
  expect(deletion('failed')).toMatchObject({ status: 'deleting', delete_at: now, removing_at: now })
  expect(deletion('frozen')).toMatchObject({ status: 'deleting', delete_at: inHours(now, 24) })
  const dueLease = leaseOf('deleting', { delete_at: now })
  expect(leaseVerdict(dueLease, { kind: 'remove' }, new Date(now.getTime() - 1))).toEqual(expect.any(String))
  expect(leaseVerdict(dueLease, { kind: 'undoDeletion' }, new Date(now.getTime() - 1))).toBe(true)
  expect(leaseVerdict(dueLease, { kind: 'undoDeletion' }, now)).toMatch(/can’t undo this/)
  expect(leaseVerdict(dueLease, { kind: 'remove' }, now)).toBe(true)
})

it('limits extensions to the terms, and requires additional budget to resume a sandbox that reached its budget', () => {
  const extend = (lease: Lease, hours: number, budget: number) => leaseVerdict(lease, { kind: 'extend', hours, budget }, now)
  expect(extend(leaseOf('active'), 72, 1_000)).toBe(true)
  expect(extend(leaseOf('active'), 73, 0)).toBe('The maximum per extension is 3 days.')
  expect(extend(leaseOf('active'), 0, 1_001)).toMatch(/The budget would exceed the template’s maximum/)
  expect(extend(leaseOf('active'), 0, 0)).toMatch(/Request more hours, more budget, or both/)
  expect(extend(leaseOf('active', { extensions_used: 1 }), 1, 0)).toMatch(/The sandbox has had the maximum number of extensions/)
  expect(extend(leaseOf('active', { lease_hours: 87_600 }), 1, 0)).toMatch(/ten years/)
  const overBudgetLease = leaseOf('frozen', { freeze_cause: 'budget', spent: 4_500 })
  expect(leaseAfter(overBudgetLease, { kind: 'extend', hours: 24, budget: 0 }, now).status).toBe('frozen')
  expect(leaseAfter(overBudgetLease, { kind: 'extend', hours: 0, budget: 1 }, now).status).toBe('active')
  expect(leaseAfter({ ...overBudgetLease, freeze_cause: 'owner' }, { kind: 'extend', hours: 0, budget: 1 }, now).status).toBe('frozen')
})

it('shows durations of whole days in days', () => {
  expect([1, 24, 36, 47, 48, 50, 168].map(formatHours)).toEqual(['1 hour', '1 day', '36 hours', '47 hours', '2 days', '50 hours', '7 days'])
})
