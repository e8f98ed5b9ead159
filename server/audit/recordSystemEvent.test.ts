import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../db/database.ts'
import { runInContext, withCause } from '../db/executionContext.ts'
import { operations } from '../operations.ts'
import { type AuditTrail, openAuditTrail } from './audit.fixture.ts'
import { recordSystemEvent, type SystemAction } from './recordSystemEvent.ts'
import { systemActions } from './systemActions.ts'

let auditTrail: AuditTrail
beforeAll(async () => {
  auditTrail = await openAuditTrail()
})
afterAll(() => auditTrail.close())

const endedAction = (id: string): SystemAction => ({
  action: 'accessEnded',
  subject: { kind: 'groupAssignment', id },
  after: { status: 'expired' },
  reason: 'Expired on schedule.',
})
const loadAbout = (ids: string[]) =>
  auditTrail.db.selectFrom('audit_events').selectAll().where('subject_id', 'in', ids).orderBy('id').execute()

it('records an event under Slipway’s name, with a link to its cause', async () => {
  const [byJob, byRun, bySystemId] = [uuidv7(), uuidv7(), uuidv7()]
  await runInContext(
    'job expireAccess',
    async () => {
      await recordSystemEvent(auditTrail.db, endedAction(byJob))
      await withCause('a run', () => recordSystemEvent(auditTrail.db, endedAction(byRun)))
    },
    'job:expireAccess',
  )
  await recordSystemEvent(auditTrail.db, { ...endedAction(bySystemId), before: { status: 'revoking' }, outcome: 'failed' })
  const events = await loadAbout([byJob, byRun, bySystemId])
  expect(events.map(({ request_id, outcome }) => [request_id, outcome])).toEqual([
    ['job:expireAccess', 'allowed'],
    ['a run', 'allowed'],
    ['clock', 'failed'],
  ])
  expect(events.at(-1)).toMatchObject({
    actor_id: null,
    actor_name: 'Slipway',
    credential: 'none',
    operation: 'accessEnded',
    subject_kind: 'groupAssignment',
    before: { status: 'revoking' },
    after: { status: 'expired' },
    reason: 'Expired on schedule.',
  })
  expect(events[0]!.before).toBeNull()
})

it('writes thousands of events in one statement, and none when the transaction is rolled back', async () => {
  const ids = Array.from({ length: 3_000 }, () => uuidv7())
  let statements = 0
  const countingDb = auditTrail.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await recordSystemEvent(countingDb, ...ids.map(endedAction))
  expect([statements, (await loadAbout(ids)).length]).toEqual([1, 3_000])
  await recordSystemEvent(countingDb)
  expect(statements).toBe(1)
  const rolledBackId = uuidv7()
  const promise = inTransaction(auditTrail.db, async (tx) => {
    await recordSystemEvent(tx, endedAction(rolledBackId))
    throw new Error('rolled back')
  })
  await expect(promise).rejects.toThrow('rolled back')
  expect(await loadAbout([rolledBackId])).toEqual([])
  await auditTrail.chain()
  expect((await auditTrail.verify()).findings).toEqual([])
})

it('has no system action with the name of an operation', () => {
  const calls = new Set<string>(operations.map(({ id }) => id))
  expect(Object.keys(systemActions).filter((action) => calls.has(action))).toEqual([])
})
