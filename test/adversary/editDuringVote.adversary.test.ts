import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { startTestApp, type TestApp, type TestResponse } from '../app.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { statusOf, type VoteRequest, voteRequestKinds, voteRequests } from './voteRequests.ts'
import { whileLocked } from './whileLocked.ts'

/** The requester edits a request on one server while an approver votes on it on another one. */

let app: TestApp
let replica: OpenApp
let replicaDatabase: OpenDatabase
let requests: Awaited<ReturnType<typeof voteRequests>>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  replicaDatabase = openDatabase(app.runtimeUrl, { max: 5 })
  const { db, callDb, runQueued, waitingCalls } = replicaDatabase
  replica = await openApp(app, {}, { db, callDb, runQueued, waitingCalls })
  requests = await voteRequests(app)
})
afterAll(async () => {
  await replica.close()
  await replicaDatabase.close()
  await app.close()
})

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName), undefined, { strong: true })

const roundsOf = (subjectId: string) =>
  app.db.selectFrom('approvals').select(['id', 'status']).where('subject_id', '=', subjectId).orderBy('opened_at').orderBy('id').execute()
const votesOf = (approvalIds: string[]) =>
  app.db.selectFrom('approval_decisions').select(['approval_id']).where('approval_id', 'in', approvalIds).execute()
const recordsOf = (approvalIds: string[]) =>
  app.db.selectFrom('approval_evidence').select(['approval_id']).where('approval_id', 'in', approvalIds).execute()

const single = ({ approvalId }: VoteRequest) =>
  as('Ravi').on(replica.server).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1, comment: 'As agreed.' })
const bulk = ({ approvalId }: VoteRequest) =>
  as('Ravi')
    .on(replica.server)
    .post('/account-approvals/together', { decision: 'approve', comment: 'As agreed.', items: [{ id: approvalId, stage: 1, version: 1 }] })
const voteOutcome = ({ status, body }: TestResponse) => (status === 200 ? (body.results?.[0].outcome ?? 'counted') : body.code)
const lateVote: Record<string, string> = { single: 'alreadyDecided', bulk: 'stale' }

const cases = voteRequestKinds.flatMap((kind) =>
  (['approvals', 'request'] as const).flatMap((row) => (['single', 'bulk'] as const).map((way) => [kind, row, way] as const)),
)
const lockOf = (request: VoteRequest, row: 'approvals' | 'request') =>
  row === 'approvals' ? { table: 'approvals', id: request.approvalId } : { table: request.table, id: request.id }

describe('an edit while an approver votes', () => {
  it.each(cases)('ends the round of %s before the vote, with the %s row locked: %s', async (kind, row, way) => {
    const request = await requests[kind](1)
    const vote = { single, bulk }[way]
    const [edited, voted] = await whileLocked(app.db, lockOf(request, row), request.edit, () => vote(request))
    expect([edited.status, voteOutcome(voted)]).toEqual([200, lateVote[way]])
    const rounds = await roundsOf(request.id)
    expect([rounds[0]!.status, rounds.length]).toEqual(['cancelled', 2])
    expect(await votesOf(rounds.map((round) => round.id))).toEqual([])
    expect(await recordsOf([request.approvalId])).toHaveLength(1)
  })

  it.each(cases)('is rejected after the vote that decided %s, with the %s row locked: %s', async (kind, row, way) => {
    const request = await requests[kind](1)
    const vote = { single, bulk }[way]
    const [voted, edited] = await whileLocked(app.db, lockOf(request, row), () => vote(request), request.edit)
    expect([voteOutcome(voted), edited.body.code]).toEqual(['counted', 'wrongState'])
    expect((await roundsOf(request.id)).map(({ status }) => status)).toEqual(['approved'])
    expect(await statusOf(app, request)).toBe('approved')
    expect(await recordsOf([request.approvalId])).toHaveLength(1)
  })

  it.each(voteRequestKinds)('discards a vote that did not decide: %s', async (kind) => {
    const request = await requests[kind](2)
    const [voted, edited] = await whileLocked(app.db, lockOf(request, 'approvals'), () => single(request), request.edit)
    expect([voteOutcome(voted), edited.status]).toEqual(['counted', 200])
    if (kind === 'accountUpdate') expect(edited.body.discardedVotes).toBe(1)
    const rounds = await roundsOf(request.id)
    expect([rounds[0]!.status, rounds.length]).toEqual(['cancelled', 2])
    expect(await votesOf([rounds[1]!.id])).toEqual([])
    expect(await statusOf(app, request)).not.toBe('approved')
  })

  it.each(voteRequestKinds)('ends one round for each of two edits: %s', async (kind) => {
    const request = await requests[kind](1)
    const responses = await whileLocked(app.db, lockOf(request, 'request'), request.edit, request.edit)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const rounds = await roundsOf(request.id)
    expect(rounds.slice(0, 2).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(rounds.length).toBe(3)
    expect(await recordsOf(rounds.map((round) => round.id))).toHaveLength(rounds[2]!.status === 'pending' ? 2 : 3)
  })
})
