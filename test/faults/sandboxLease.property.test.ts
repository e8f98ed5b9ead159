import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { expireSandboxes, remindExpiringSandboxes } from '../../server/features/sandboxes/leases/expireSandboxes.ts'
import { type LeaseApp, startLeaseApp } from '../../server/features/sandboxes/leases/lease.fixture.ts'
import { dueAction } from '../../server/features/sandboxes/leases/leaseModel.fixture.ts'
import { freeze } from '../../server/features/sandboxes/leases/transitions.ts'
import {
  budgetUsedUp,
  inHours,
  type Lease,
  type LeaseTransition,
  leaseAfter,
  leaseVerdict,
} from '../../server/features/sandboxes/sandboxes/lease.ts'

const arbitraryActor = fc.constantFrom('owner', 'admin')
const arbitraryAction = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('freeze' as const), by: arbitraryActor }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resume' as const), by: arbitraryActor }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), by: arbitraryActor }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undoDeletion' as const), by: arbitraryActor }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      by: arbitraryActor,
      hours: fc.constantFrom(0, 24, 72, 73),
      budget: fc.constantFrom(0, 2_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('spend' as const), amount: fc.constantFrom(400, 2_500, 4_999) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'workEnds' as const }) },
  // Slipway is off for this time, and then several replicas run their schedules concurrently.
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('timePasses' as const),
      hours: fc.constantFrom(1, 5, 24, 25, 72),
      replicas: fc.integer({ min: 1, max: 3 }),
    }),
  },
)
type Action = typeof arbitraryAction extends fc.Arbitrary<infer T> ? T : never

/** These stories run first, so that every kind of transition is reached even in a short run. */
const usualActions: Action[] = [
  { kind: 'spend', amount: 4_999 },
  { kind: 'spend', amount: 400 },
  { kind: 'workEnds' },
  { kind: 'resume', by: 'owner' },
  { kind: 'extend', by: 'owner', hours: 72, budget: 2_000 },
  { kind: 'workEnds' },
  { kind: 'delete', by: 'owner' },
  { kind: 'workEnds' },
  { kind: 'undoDeletion', by: 'owner' },
  { kind: 'workEnds' },
  { kind: 'spend', amount: 2_500 },
  { kind: 'workEnds' },
  { kind: 'resume', by: 'admin' },
  { kind: 'timePasses', hours: 72, replicas: 2 },
  { kind: 'freeze', by: 'admin' },
  { kind: 'resume', by: 'admin' },
  { kind: 'timePasses', hours: 72, replicas: 3 },
  { kind: 'workEnds' },
  { kind: 'timePasses', hours: 1, replicas: 2 },
  { kind: 'extend', by: 'admin', hours: 24, budget: 0 },
  { kind: 'workEnds' },
  { kind: 'timePasses', hours: 25, replicas: 2 },
]

const columns = [
  'status',
  'lease_hours',
  'lease_start',
  'lease_end',
  'extensions_used',
  'budget_limit',
  'spent',
  'limit_reached_at',
  'frozen_at',
  'freeze_cause',
  'delete_requested_at',
  'delete_cause',
  'delete_at',
  'removing_at',
  'deleted_at',
] as const satisfies (keyof Lease)[]

const timeLimitMs = 6_000
/** Both clock changes in Britain, a leap day, and the end of a year. */
const creations = ['2026-10-23T23:30:00Z', '2026-03-27T22:00:00Z', '2028-02-27T08:00:00Z', '2026-12-30T12:00:00Z'] as const

let app: LeaseApp
let id: string
let lease: Lease
let hasPendingRun: boolean
let limitsFrozenFor: Set<number>
let notifiedNames: string[]
let sentReminders: { end: number; hours: number }[]
const visited = new Set<string>()

beforeAll(async () => {
  app = await startLeaseApp(new Date('2026-10-23T23:30:00Z'))
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.personId(givenName === 'owner' ? 'Priya' : 'Niamh'))

it('keeps a sandbox record consistent with its lease, with each transition once, for any sequence of events', async () => {
  const startTime = performance.now()
  let stories = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...creations),
      fc.array(arbitraryAction, { minLength: 5, maxLength: 16 }),
      async (creation, actions) => {
        // The time limit determines the number of stories, but the first one always runs.
        if (stories++ > 0 && performance.now() - startTime > timeLimitMs) return
        await restart(new Date(creation))
        for (const each of actions) {
          await applyAction(each)
          await expectAgreement()
        }
        for (let days = 0; lease.removing_at === null && days < 30; days++) {
          await applyAction({ kind: 'workEnds' })
          await applyAction({ kind: 'timePasses', hours: 25, replicas: 2 })
        }
        await expectAgreement()
        expect(lease.removing_at).not.toBeNull()
        expect((await app.work(id)).at(-1)).toBe('cleanUp')
      },
    ),
    { numRuns: 25, examples: [[creations[0], usualActions]] },
  )
  expect([...visited].sort()).toEqual(
    expect.arrayContaining(['deleting', 'extended', 'frozen', 'refused', 'reminded', 'removing', 'undone', 'resumed']),
  )
})

async function restart(creation: Date): Promise<void> {
  await app.endWork()
  app.clock.now = creation
  const terms = { maxExtensions: 2, extensionHours: 72, maxBudget: 9_000 }
  id = await app.sandbox({ lease_end: inHours(app.clock.now, 72), lease_hours: 72, terms })
  lease = await app.row(id)
  ;[hasPendingRun, limitsFrozenFor, notifiedNames, sentReminders] = [false, new Set(), [], []]
}

function isMoveAllowed(move: LeaseTransition, label: string): boolean {
  if (leaseVerdict(lease, move, app.clock.now) !== true) {
    visited.add('refused')
    return false
  }
  const statusBefore = lease.status
  lease = { ...lease, ...leaseAfter(lease, move, app.clock.now) }
  if (statusBefore === 'active' ? lease.status !== 'active' : lease.status === 'active') hasPendingRun = true
  if (lease.removing_at !== null) hasPendingRun = true
  notifiedNames.push(label)
  visited.add(label)
  return true
}

async function applyAction(each: Action): Promise<void> {
  if (each.kind === 'workEnds') {
    await app.endWork()
    hasPendingRun = false
    return
  }
  if (each.kind === 'spend') return spend(each.amount)
  if (each.kind === 'timePasses') {
    app.clock.now = inHours(app.clock.now, each.hours)
    await Promise.all(
      Array.from({ length: each.replicas }, () => [remindExpiringSandboxes(app.context), expireSandboxes(app.context)]).flat(),
    )
    return advance()
  }
  const forbidden =
    each.by === 'owner' &&
    ((each.kind === 'resume' && lease.freeze_cause === 'admin') || (each.kind === 'undoDeletion' && lease.delete_cause === 'admin'))
  const [move, label] = moveOf(each)
  // Two identical calls at the same time compete, so the slower call is rejected.
  const responses = await Promise.all([submitRequest(each), submitRequest(each)])
  const acceptedResponses = responses.filter(({ status }) => status < 300)
  const extendsTwice = each.kind === 'extend' && acceptedResponses.length === 2
  const hasSucceeded = !forbidden && isMoveAllowed(move, label)
  if (extendsTwice) isMoveAllowed(move, label)
  expect(acceptedResponses.length).toBe(hasSucceeded ? (extendsTwice ? 2 : 1) : 0)
  for (const { status } of responses) expect([201, 202, 403, 409]).toContain(status)
}

function moveOf(each: Extract<Action, { by: string }>): [LeaseTransition, string] {
  const reason = each.by as 'owner' | 'admin'
  if (each.kind === 'freeze') return [{ kind: 'freeze', cause: reason }, 'frozen']
  if (each.kind === 'resume') return [{ kind: 'resume', overBudget: reason === 'admin' }, 'resumed']
  if (each.kind === 'delete') return [{ kind: 'delete', cause: reason }, 'deleting']
  if (each.kind === 'undoDeletion') return [{ kind: 'undoDeletion' }, 'undone']
  return [{ kind: 'extend', hours: each.hours, budget: each.budget }, 'extended']
}

function submitRequest(each: Extract<Action, { by: string }>) {
  const caller = as(each.by)
  if (each.kind === 'delete') return caller.delete(each.by === 'admin' ? `/sandboxes/admin/${id}` : `/sandboxes/${id}`)
  if (each.kind === 'undoDeletion') return caller.post(`/sandboxes/${id}/takeBack`)
  if (each.kind === 'extend')
    return caller.post(`/sandboxes/${id}/extend`, { hours: each.hours, budget: each.budget, justification: 'It takes a little longer.' })
  return caller.post(`/sandboxes/${id}/${each.kind === 'resume' ? 'thaw' : each.kind}`, { reason: 'Because of the plan.' })
}

async function spend(amount: number): Promise<void> {
  const row = await app.db
    .updateTable('sandboxes')
    .set((eb) => ({ spent: eb('spent', '+', amount) }))
    .where('id', '=', id)
    .returning('spent')
    .executeTakeFirstOrThrow()
  lease = { ...lease, spent: row.spent }
  if (!budgetUsedUp(lease)) return
  const freezeForBudget = () =>
    inTransaction(app.db, (db) => freeze({ db, jobs: app.jobs }, { sandboxId: id, cause: 'budget', by: null, now: app.clock.now }))
  await Promise.all([freezeForBudget(), freezeForBudget()])
  if (lease.status !== 'active' || limitsFrozenFor.has(lease.budget_limit)) return
  limitsFrozenFor.add(lease.budget_limit)
  isMoveAllowed({ kind: 'freeze', cause: 'budget' }, 'frozen')
}

function advance(): void {
  const end = lease.lease_end!.getTime()
  const todo = dueAction(
    lease,
    sentReminders.filter((item) => item.end === end).map(({ hours }) => hours),
    app.clock.now,
  )
  if (todo?.kind === 'remind') {
    sentReminders.push({ end, hours: todo.hours })
    notifiedNames.push('reminded')
    visited.add('reminded')
  }
  if (hasPendingRun) return
  if (todo?.kind === 'expire') isMoveAllowed({ kind: 'delete', cause: 'expired' }, 'deleting')
  if (todo?.kind === 'remove') isMoveAllowed({ kind: 'remove' }, 'removing')
}

async function expectAgreement(): Promise<void> {
  const row = await app.row(id)
  expect(Object.fromEntries(columns.map((column) => [column, row[column]]))).toEqual(
    Object.fromEntries(columns.map((column) => [column, lease[column]])),
  )
  const events = await app.db.selectFrom('sandbox_events').select('kind').where('sandbox_id', '=', id).orderBy('id').execute()
  expect(events.map(({ kind }) => kind)).toEqual(notifiedNames)
  const open = await app.db.selectFrom('sandbox_actions').select('id').where('sandbox_id', '=', id).where('status', '=', 'open').execute()
  expect(open.length).toBe(hasPendingRun ? 1 : 0)
}
