import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { inTransaction } from '../db/database.ts'
import { accountOf, requestAccess } from '../features/access/assignments/access.fixture.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../features/access/pim/pim.fixture.ts'
import { failureOf } from '../http/failures.ts'
import { countVote } from './countVote.ts'

let app: TestApp
let used = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const weak = (personId: string) => app.as(personId, undefined, { strong: false })
const voterOf = (approvalId: string) =>
  app.db
    .selectFrom('stage_approvers')
    .select('person_id')
    .where('approval_id', '=', approvalId)
    .where('person_id', '<>', id('Daniel'))
    .executeTakeFirstOrThrow()
const voteOf = (approvalId: string) =>
  app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', approvalId).executeTakeFirst()
async function privilegedApproval() {
  const account = pimAccountOf(app, used)
  const { body } = await activateRole(app, used++, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, account) })
  return body.approvalId as string
}
const setStepUp = async (value: string) =>
  void (await app.db
    .insertInto('settings')
    .values({ name: 'stepUp', value: JSON.stringify(value), updated_by: id('Niamh') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute())

/** Votes as an operation would that forgets to check the second factor. */
async function voteWithoutCheck(approvalId: string, decision: 'approve' | 'reject', strongUntil?: Date) {
  const { person_id: voterId } = await voterOf(approvalId)
  const actor = { kind: 'person', id: voterId, displayName: 'Voter', email: null, admin: false, auditor: false, credential: 'x' } as const
  const noop = async () => {}
  return inTransaction(app.context.db, (db) =>
    countVote(
      {
        ...{ db, jobs: app.jobs, now: app.context.now, audit() {}, changed: noop, requireStepUp: noop },
        actor: { ...actor, ...(strongUntil && { strongUntil }) },
        allow(verdict) {
          if (verdict !== true) throw new Error(verdict)
        },
      },
      { approvalId, stage: 1, decision, comment: 'As agreed.', externalFacts: undefined, check() {} },
    ),
  )
}
const rejection = { code: '23514', constraint: 'vote_needs_second_factor' }
const minuteMs = 60_000

describe('a vote', () => {
  it.each([
    ['no second factor', undefined],
    ['an old second factor', -minuteMs],
  ])('is refused by the database if it approves a privileged request with %s', async (_, validMs) => {
    const approvalId = await privilegedApproval()
    const strongUntil = validMs === undefined ? undefined : new Date(Date.now() + validMs)
    const attack = voteWithoutCheck(approvalId, 'approve', strongUntil)
    await expect(attack).rejects.toMatchObject(rejection)
    expect(failureOf(await attack.catch((error: unknown) => error)).code).toBe('stepUpNeeded')
    expect(await voteOf(approvalId)).toBeUndefined()
  })

  it('is counted with a valid second factor, and records until when that counted', async () => {
    const approvalId = await privilegedApproval()
    const { person_id: voterId } = await voterOf(approvalId)
    const vote = { decision: 'approve', stage: 1, comment: 'As agreed.' }
    expect((await weak(voterId).post(`/account-approvals/${approvalId}`, vote)).body.code).toBe('stepUpNeeded')
    expect((await app.as(voterId, undefined, { strong: true }).post(`/account-approvals/${approvalId}`, vote)).status).toBe(200)
    const { second_factor_until, decided_at } = (await voteOf(approvalId))!
    expect(second_factor_until!.getTime()).toBeGreaterThan(decided_at.getTime())
  })

  it('needs no second factor to reject, or if the request is not privileged', async () => {
    await voteWithoutCheck(await privilegedApproval(), 'reject')
    const { approvalId } = await requestAccess(app, accountOf(app, 0), { durationHours: 8 })
    expect((await weak(id('Daniel')).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(200)
    expect((await voteOf(approvalId))!.second_factor_until).toBe(Number.NEGATIVE_INFINITY)
  })

  it('follows the setting for privileged and other requests', async () => {
    await setStepUp('off')
    await voteWithoutCheck(await privilegedApproval(), 'approve')
    await setStepUp('all')
    const { approvalId } = await requestAccess(app, accountOf(app, 1), { durationHours: 8 })
    await expect(voteWithoutCheck(approvalId, 'approve')).rejects.toMatchObject(rejection)
    await setStepUp('privilegedOnly')
    await voteWithoutCheck(approvalId, 'approve')
  })

  it('is counted if an older process writes it, because that process records no second factor', async () => {
    const approvalId = await privilegedApproval()
    const { person_id: approver_id } = await voterOf(approvalId)
    const decision = { id: crypto.randomUUID(), approval_id: approvalId, stage: 1, approver_id, requester_id: id('Daniel') }
    await app.context.db
      .insertInto('approval_decisions')
      .values({ ...decision, decision: 'approve', comment: '', on_behalf_of: null })
      .execute()
    expect((await voteOf(approvalId))!.second_factor_until).toBeNull()
  })
})
