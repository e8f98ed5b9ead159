import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { inSavepoint } from '../db/inSavepoint.ts'
import { checkInvariants, invariants } from '../db/invariants.ts'
import { cancelApproval } from './openApproval.ts'
import { closeStages } from './stages.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const rejection = { code: '23514', constraint: 'approval_evidence_of_ended_rounds' }
const recordsOf = (approvalId: string) => app.db.selectFrom('approval_evidence').selectAll().where('approval_id', '=', approvalId).execute()
const forge = (db: Db, approvalId: string) =>
  db.insertInto('approval_evidence').values({ approval_id: approvalId, evidence: '{}' }).execute()

async function requestAccount() {
  const stages = [{ name: 'One', rule: { kind: 'familyOwner' as const }, minimum: 1 }]
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
  const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: `ended-${++number}` }))
  await restorePolicy()
  return { requestId: body.id as string, approvalId: body.approvals[0].id as string }
}

type Request = Awaited<ReturnType<typeof requestAccount>>

async function end(db: Db, { requestId, approvalId }: Request, status: 'expired' | 'rejected') {
  await closeStages(db, approvalId, 'expired', new Date())
  await db.updateTable('approvals').set({ status, closed_at: new Date() }).where('id', '=', approvalId).execute()
  await db.updateTable('account_requests').set({ status }).where('id', '=', requestId).execute()
}
const withdraw = ({ requestId }: Request) => as('Priya').post(`/account-requests/${requestId}/withdraw`)

/** Writes what the triggers refuse. */
const withoutTriggers = (callback: (db: Db) => Promise<unknown>) =>
  inTransaction(app.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await callback(tx)
  })
const findViolations = async () =>
  (
    await checkInvariants(
      app.db,
      invariants.filter(({ name }) => name === 'approval-evidence-is-of-ended-rounds'),
    )
  ).flatMap(({ rows }) => rows.map(({ id }) => id))

describe('approval_evidence', () => {
  const attacks: [string, (db: Db, request: Request) => Promise<unknown>][] = [
    ['is pending', async () => {}],
    ['expires in the same transaction', (db, request) => end(db, request, 'expired')],
    ['is withdrawn in the same transaction', (db, { requestId }) => cancelApproval(db, 'accountRequest', requestId, new Date())],
  ]
  it.each(attacks)('is refused for a round that %s', async (_, endRound) => {
    const request = await requestAccount()
    const attack = inTransaction(app.context.db, async (tx) => {
      await forge(tx, request.approvalId)
      await endRound(tx, request)
    })
    await expect(attack).rejects.toMatchObject(rejection)
    expect(await recordsOf(request.approvalId)).toEqual([])
  })

  // Only an older process rejects a request without evidence.
  it.each(['expired', 'withdrawn', 'rejected'] as const)('is refused for a round that was %s earlier', async (status) => {
    const request = await requestAccount()
    await (status === 'withdrawn' ? withdraw(request) : end(app.db, request, status))
    await expect(forge(app.context.db, request.approvalId)).rejects.toMatchObject(rejection)
    expect(await recordsOf(request.approvalId)).toEqual([])
  })

  it('is kept for the round that an edit ends', async () => {
    const { requestId, approvalId } = await requestAccount()
    expect((await as('Priya').patch(`/account-requests/${requestId}`, newRequest(app, { name: `ended-${++number}` }))).status).toBe(200)
    expect(await recordsOf(approvalId)).toHaveLength(1)
    expect(await findViolations()).toEqual([])
  })
})

describe('approval_evidence of a round that a rule decides', () => {
  /** Inserts a copy of the round of another request, as a rule decides it. */
  async function open(db: Db): Promise<string> {
    const { approvalId } = await requestAccount()
    const id = crypto.randomUUID()
    const { rows } = await sql<{ columns: string }>`select string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns where table_name = 'approvals' and is_generated = 'NEVER'
        and column_name not in ('id', 'status', 'automatic', 'closed_at', 'stage')`.execute(app.db)
    const columns = sql.raw(rows[0]!.columns)
    await sql`insert into approvals (id, status, automatic, closed_at, stage, ${columns})
      select ${id}, 'rejected', 'Too large.', now(), 0, ${columns} from approvals where id = ${approvalId}`.execute(db)
    return id
  }
  const isStored = async (approvalId: string) => (await recordsOf(approvalId)).length === 1
  const drop = (approvalId: string) =>
    withoutTriggers(async (tx) => {
      await tx.deleteFrom('approval_evidence').where('approval_id', '=', approvalId).execute()
      await tx.deleteFrom('approvals').where('id', '=', approvalId).execute()
    })
  type Way = (db: Db, callback: () => Promise<unknown>) => Promise<unknown>
  const direct: Way = (_, callback) => callback()

  it.each<[string, Way, Way]>([
    ['directly', direct, direct],
    ['in a savepoint', inSavepoint, direct],
    ['in another savepoint', inSavepoint, inSavepoint],
    ['in a savepoint after the round', direct, inSavepoint],
  ])('is accepted in the transaction that opens the round, %s', async (_, opening, recording) => {
    const approvalId = await inTransaction(app.context.db, async (tx) => {
      let id = ''
      await opening(tx, async () => {
        id = await open(tx)
      })
      await recording(tx, () => forge(tx, id))
      return id
    })
    expect(await isStored(approvalId)).toBe(true)
    await drop(approvalId)
  })

  it.each<[string, Way]>([
    ['directly', direct],
    ['in a savepoint', inSavepoint],
  ])('is refused in a later transaction, %s', async (_, recording) => {
    const approvalId = await inTransaction(app.context.db, (tx) => open(tx))
    const attack = inTransaction(app.context.db, (tx) => recording(tx, () => forge(tx, approvalId)))
    await expect(attack).rejects.toMatchObject(rejection)
    expect(await isStored(approvalId)).toBe(false)
    await drop(approvalId)
  })

  it('is refused in a transaction that is older than the round', async () => {
    const opened: string[] = []
    const attack = inTransaction(app.context.db, async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      opened.push(await inTransaction(app.db, (other) => open(other)))
      await forge(tx, opened[0]!)
    })
    await expect(attack).rejects.toMatchObject(rejection)
    expect(await isStored(opened[0]!)).toBe(false)
    await drop(opened[0]!)
  })
})

describe('approval-evidence-is-of-ended-rounds', () => {
  it.each(['pending', 'expired', 'withdrawn'])('finds evidence of a round that is %s', async (status) => {
    const request = await requestAccount()
    if (status === 'expired') await end(app.db, request, status)
    if (status === 'withdrawn') await withdraw(request)
    await withoutTriggers((tx) => forge(tx, request.approvalId))
    expect(await findViolations()).toEqual([request.approvalId])
    await withoutTriggers((tx) => tx.deleteFrom('approval_evidence').where('approval_id', '=', request.approvalId).execute())
  })
})
