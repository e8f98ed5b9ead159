import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { accountOf, justification } from '../../server/features/access/assignments/access.fixture.ts'
import { groupRow } from '../../server/features/accounts/groups/groups.fixture.ts'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import { requestAccess as requestSandboxAccess, teamSandbox } from '../../server/features/sandboxes/access/sandboxAccess.fixture.ts'
import { addTemplateWithCapacity, createPending, template } from '../../server/features/sandboxes/requests/sandboxRequests.fixture.ts'
import { startTestApp, type TestApp, type TestResponse } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { putPolicy } from '../putPolicy.ts'
import { until } from '../until.ts'
import { accountOwners, newPerson } from './world.ts'

/** The requester edits a request on one server while an approver votes on it on another one. */

let app: TestApp
let replica: OpenApp
let replicaDatabase: OpenDatabase
let sandboxTemplate: string
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  replicaDatabase = openDatabase(app.runtimeUrl, { max: 5 })
  const { db, callDb, runQueued, waitingCalls } = replicaDatabase
  replica = await openApp(app, {}, { db, callDb, runQueued, waitingCalls })
  await addTemplateWithCapacity(app, 900)
  sandboxTemplate = await template(app)
})
afterAll(async () => {
  await replica.close()
  await replicaDatabase.close()
  await app.close()
})

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName), undefined, { strong: true })

interface Request {
  kind: string
  id: string
  approvalId: string
  table: 'account_requests' | 'account_updates' | 'access_requests' | 'sandbox_requests'
  edit: () => Promise<TestResponse>
}

const requests: Record<string, (minimum: number) => Promise<Request>> = {
  async accountRequest(minimum) {
    const restore = await twoApprovers('accountRequest', minimum)
    const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: `edited-${++number}` }))
    await restore()
    const edit = () => as('Priya').patch(`/account-requests/${body.id}`, newRequest(app, { name: `edited-${++number}` }))
    return { kind: 'accountRequest', id: body.id, approvalId: body.approvals[0].id, table: 'account_requests', edit }
  },
  async accountUpdate(minimum) {
    const restore = await twoApprovers('accountUpdate', minimum)
    const of = services(app)
    const account = app.company.accounts.filter(({ kind, status }) => kind === 'cloud' && status === 'active')[number++]!
    const owner = await newPerson(app)
    await accountOwners(app, account.id).grant(owner)
    const order = { add: [of.order(of.missing(account).name)], reason: 'For the summer campaign.' }
    const { body } = await app.as(owner).post(`/accounts/${account.id}/updates/catalogue`, order)
    await restore()
    const edit = () => app.as(owner).patch(`/accounts/${account.id}/updates/${body.id}`, { reason: `For campaign ${++number}.` })
    return { kind: 'accountUpdate', id: body.id, approvalId: await approvalOf(body.id), table: 'account_updates', edit }
  },
  async accessRequest(minimum) {
    const restore = await twoApprovers('accessRequest', minimum)
    const [account, requester] = [accountOf(app, 0), await newPerson(app)]
    const group = await groupRow(app, `az-${account.name}-readers`)
    const path = `/accounts/${account.id}/accessRequests`
    const { body } = await app.as(requester).post(path, { groupId: group.id, justification, durationHours: 8 })
    await restore()
    const edit = () => app.as(requester).patch(`${path}/${body.id}`, { justification, durationHours: 100 })
    return { kind: 'accessRequest', id: body.id, approvalId: body.approvals[0].id, table: 'access_requests', edit }
  },
  async sandboxRequest(minimum) {
    const restore = await twoApprovers('sandboxRequest', minimum)
    const body = await createPending(app, sandboxTemplate)
    await restore()
    const edit = () => as('Priya').patch(`/sandbox-requests/${body.id}`, { hours: 96 })
    return { kind: 'sandboxRequest', id: body.id, approvalId: body.approvalId, table: 'sandbox_requests', edit }
  },
  async sandboxAccessRequest(minimum) {
    const restore = await twoApprovers('sandboxAccessRequest', minimum)
    const sandbox = await teamSandbox(app)
    const { body, approvalId } = await requestSandboxAccess(app, sandbox)
    await restore()
    const edit = () => as('Priya').patch(`/sandboxes/${sandbox.id}/accessRequests/${body.id}`, { justification, durationHours: 30 })
    return { kind: 'sandboxAccessRequest', id: body.id, approvalId, table: 'access_requests', edit }
  },
}

const twoApprovers = (kind: string, minimum: number) =>
  putPolicy(app, kind as 'accountRequest', {
    reject: [],
    approve: [],
    stages: [{ name: 'One', rule: { kind: 'anyOf', personIds: [id('Ravi'), id('Margaret')] }, minimum }],
  })
const approvalOf = async (subjectId: string) =>
  (await app.db.selectFrom('approvals').select('id').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()).id
const roundsOf = (subjectId: string) =>
  app.db.selectFrom('approvals').select(['id', 'status']).where('subject_id', '=', subjectId).orderBy('opened_at').orderBy('id').execute()
const votesOf = (approvalIds: string[]) =>
  app.db.selectFrom('approval_decisions').select(['approval_id']).where('approval_id', 'in', approvalIds).execute()
const recordsOf = (approvalIds: string[]) =>
  app.db.selectFrom('approval_evidence').select(['approval_id']).where('approval_id', 'in', approvalIds).execute()
const statusOf = async ({ table, id: subjectId }: Request) =>
  (await app.db.selectFrom(table).select('status').where('id', '=', subjectId).executeTakeFirstOrThrow()).status

const single = ({ approvalId }: Request) =>
  as('Ravi').on(replica.server).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1, comment: 'As agreed.' })
const bulk = ({ approvalId }: Request) =>
  as('Ravi')
    .on(replica.server)
    .post('/account-approvals/together', { decision: 'approve', comment: 'As agreed.', items: [{ id: approvalId, stage: 1, version: 1 }] })
const voteOutcome = ({ status, body }: TestResponse) => (status === 200 ? (body.results?.[0].outcome ?? 'counted') : body.code)
const lateVote: Record<string, string> = { single: 'alreadyDecided', bulk: 'stale' }

/** Locks a row until both calls wait, in this order. */
async function whileLocked(lock: { table: string; id: string }, first: () => Promise<TestResponse>, second: () => Promise<TestResponse>) {
  const waiting = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    ).rows[0]!.count
  const { calls } = await app.db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(lock.table)} where id = ${lock.id} for update`.execute(tx)
    const calls = [first()]
    await until(async () => (await waiting()) === 1, 8_000)
    calls.push(second())
    await until(async () => (await waiting()) === 2, 8_000)
    return { calls }
  })
  return Promise.all(calls) as Promise<[TestResponse, TestResponse]>
}

const cases = Object.keys(requests).flatMap((kind) =>
  (['approvals', 'request'] as const).flatMap((row) => (['single', 'bulk'] as const).map((way) => [kind, row, way] as const)),
)
const lockOf = (request: Request, row: 'approvals' | 'request') =>
  row === 'approvals' ? { table: 'approvals', id: request.approvalId } : { table: request.table, id: request.id }

describe('an edit while an approver votes', () => {
  it.each(cases)('ends the round of %s before the vote, with the %s row locked: %s', async (kind, row, way) => {
    const request = await requests[kind]!(1)
    const vote = { single, bulk }[way]
    const [edited, voted] = await whileLocked(lockOf(request, row), request.edit, () => vote(request))
    expect([edited.status, voteOutcome(voted)]).toEqual([200, lateVote[way]])
    const rounds = await roundsOf(request.id)
    expect([rounds[0]!.status, rounds.length]).toEqual(['cancelled', 2])
    expect(await votesOf(rounds.map((round) => round.id))).toEqual([])
    expect(await recordsOf([request.approvalId])).toHaveLength(1)
  })

  it.each(cases)('is rejected after the vote that decided %s, with the %s row locked: %s', async (kind, row, way) => {
    const request = await requests[kind]!(1)
    const vote = { single, bulk }[way]
    const [voted, edited] = await whileLocked(lockOf(request, row), () => vote(request), request.edit)
    expect([voteOutcome(voted), edited.body.code]).toEqual(['counted', 'wrongState'])
    expect((await roundsOf(request.id)).map(({ status }) => status)).toEqual(['approved'])
    expect(await statusOf(request)).toBe('approved')
    expect(await recordsOf([request.approvalId])).toHaveLength(1)
  })

  it.each(Object.keys(requests))('discards a vote that did not decide: %s', async (kind) => {
    const request = await requests[kind]!(2)
    const [voted, edited] = await whileLocked(lockOf(request, 'approvals'), () => single(request), request.edit)
    expect([voteOutcome(voted), edited.status]).toEqual(['counted', 200])
    if (kind === 'accountUpdate') expect(edited.body.discardedVotes).toBe(1)
    const rounds = await roundsOf(request.id)
    expect([rounds[0]!.status, rounds.length]).toEqual(['cancelled', 2])
    expect(await votesOf([rounds[1]!.id])).toEqual([])
    expect(await statusOf(request)).not.toBe('approved')
  })

  it.each(Object.keys(requests))('ends one round for each of two edits: %s', async (kind) => {
    const request = await requests[kind]!(1)
    const responses = await whileLocked(lockOf(request, 'request'), request.edit, request.edit)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const rounds = await roundsOf(request.id)
    expect(rounds.slice(0, 2).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(rounds.length).toBe(3)
    expect(await recordsOf(rounds.map((round) => round.id))).toHaveLength(rounds[2]!.status === 'pending' ? 2 : 3)
  })
})
