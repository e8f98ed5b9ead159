import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../../server/features/access/pim/pim.fixture.ts'
import { policies } from '../../server/features/approvals/policies/policies.fixture.ts'
import { type Caller, startTestApp, type TestApp, type TestResponse } from '../app.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { until } from '../until.ts'

/** The requester withdraws a request that can't be edited on one server while an approver votes on it on another one. */

let app: TestApp
let replica: OpenApp
let replicaDatabase: OpenDatabase
let number = 0
const policyKinds = ['accountRequest', 'accountUpdate', 'accessRequest', 'sandboxRequest']
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  replicaDatabase = openDatabase(app.runtimeUrl, { max: 5 })
  const { db, callDb, runQueued, waitingCalls } = replicaDatabase
  replica = await openApp(app, {}, { db, callDb, runQueued, waitingCalls })
})
afterAll(async () => {
  await replica.close()
  await replicaDatabase.close()
  await app.close()
})

interface Request {
  approvalId: string
  approver: Caller
  /** Locks the row that the request is stored in. */
  row: { table: string; column: string; id: string }
  withdraw: () => Promise<TestResponse>
  status: () => Promise<string | undefined>
  withdrawn: string
}

const requests: Record<string, () => Promise<Request>> = {
  async policyChange() {
    const fixture = policies(app)
    // A policy has at most one draft.
    const { path, id, version } = await fixture.draft(policyKinds.pop()!)
    const { approvalId } = (await fixture.propose(path)).body
    const approverId = app.company.people.find(({ persona }) => persona?.title === 'Second administrator')!.id
    const { change_id } = (await fixture.row(id, version))!
    return {
      approvalId,
      approver: app.as(approverId, undefined, { strong: true }),
      row: { table: 'approval_policies', column: 'change_id', id: change_id },
      withdraw: () => fixture.niamh().post(`${path}/withdraw`),
      status: async () => (await fixture.row(id, version))?.status,
      withdrawn: 'draft',
    }
  },
  async pimActivation() {
    const account = number++ % 5
    const { body } = await activateRole(app, account, {
      roleDefinitionId: roleIds.owner,
      ticket: ticketFor(app, pimAccountOf(app, account)),
    })
    const board = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const requesterId = app.persona('Daniel').id
    const approverId = board.memberIds.find((memberId) => memberId !== requesterId)!
    return {
      approvalId: body.approvalId,
      approver: app.as(approverId, undefined, { strong: true }),
      row: { table: 'pim_activations', column: 'id', id: body.id },
      withdraw: () => app.as(requesterId).post(`/pim/activations/${body.id}/cancel`),
      status: async () =>
        (await app.db.selectFrom('pim_activations').select('status').where('id', '=', body.id).executeTakeFirst())?.status,
      withdrawn: 'cancelled',
    }
  },
}

const vote = ({ approver, approvalId }: Request) =>
  approver.on(replica.server).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1, comment: 'As agreed.' })
const roundOf = ({ approvalId }: Request) =>
  app.db.selectFrom('approvals').select('status').where('id', '=', approvalId).executeTakeFirstOrThrow()

/** Locks a row until both calls wait, in this order. */
async function whileLocked({ table, column, id }: Request['row'], first: () => Promise<TestResponse>, second: () => Promise<TestResponse>) {
  const waiting = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    ).rows[0]!.count
  const { calls } = await app.db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update`.execute(tx)
    const calls = [first()]
    await until(async () => (await waiting()) === 1, 8_000)
    calls.push(second())
    await until(async () => (await waiting()) === 2, 8_000)
    return { calls }
  })
  return Promise.all(calls) as Promise<[TestResponse, TestResponse]>
}

const cases = Object.keys(requests).flatMap((kind) => (['approval', 'request'] as const).map((row) => [kind, row] as const))
const lockOf = (request: Request, row: 'approval' | 'request') =>
  row === 'approval' ? { table: 'approvals', column: 'id', id: request.approvalId } : request.row

describe('a withdrawal while an approver votes', () => {
  it.each(cases)('ends the round of %s before the vote, with the %s row locked', async (kind, row) => {
    const request = await requests[kind]!()
    const [withdrawn, voted] = await whileLocked(lockOf(request, row), request.withdraw, () => vote(request))
    expect([withdrawn.status < 300, voted.body.code]).toEqual([true, 'alreadyDecided'])
    expect([(await roundOf(request)).status, await request.status()]).toEqual(['cancelled', request.withdrawn])
  })

  it.each(cases)('is rejected after the vote that decided %s, with the %s row locked', async (kind, row) => {
    const request = await requests[kind]!()
    const [voted, withdrawn] = await whileLocked(lockOf(request, row), () => vote(request), request.withdraw)
    expect([voted.status, (await roundOf(request)).status]).toEqual([200, 'approved'])
    // A role that isn't active yet can still be cancelled.
    if (kind === 'policyChange') expect(withdrawn.body.code).toBe('wrongState')
    else expect(withdrawn.body.code).not.toBe('internal')
    expect(await request.status()).not.toBe(request.withdrawn)
  })
})
