import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import type { PolicyStage, StageRule } from '../db/tables.ts'
import { advanceApprovals } from './advanceApprovals.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const people = (...names: string[]): StageRule => ({ kind: 'anyOf', personIds: names.map(id) })
const stageOf = (rule: StageRule, minimum = 1, overrides: Partial<PolicyStage> = {}): PolicyStage => ({
  name: 'Decide',
  rule,
  minimum,
  ...overrides,
})
const hourMs = 3_600_000
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs)

async function submitRequest(...stages: PolicyStage[]): Promise<string> {
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
  const response = await as('Priya').post('/account-requests', newRequest(app, { name: `rounds-${++number}` }))
  await restorePolicy()
  expect(response.status).toBe(201)
  return response.body.approvals[0].id
}
const vote = (givenName: string, approvalId: string, stage = 1, decision = 'approve') =>
  as(givenName).post(`/account-approvals/${approvalId}`, { decision, stage, comment: 'As agreed.' })
const stagesOf = (approvalId: string) =>
  app.db.selectFrom('approval_stages').selectAll().where('approval_id', '=', approvalId).orderBy('stage').execute()
const versionOf = async (approvalId: string) =>
  (await app.db.selectFrom('approvals').select('version').where('id', '=', approvalId).executeTakeFirstOrThrow()).version
const advance = (date: Date) => advanceApprovals({ ...app.context, now: () => date })
const notifiedNames = async (approvalId: string, kind: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .innerJoin('people', 'people.id', 'notifications.person_id')
      .select('people.display_name')
      .where('kind', '=', kind)
      .where('subject_id', '=', approvalId)
      .execute()
  )
    .map(({ display_name }) => display_name.split(' ')[0])
    .sort()

describe('a stage', () => {
  it.each([
    [1, 2],
    [2, 1],
  ])('closes after its required number of votes: %i, then %i', async (first, second) => {
    const voters = ['Ravi', 'Margaret']
    const approvalId = await submitRequest(stageOf(people(...voters), first), stageOf(people(...voters), second))
    for (const [stage, minimum] of [
      [1, first],
      [2, second],
    ] as const)
      for (const voter of voters.slice(0, minimum)) {
        const { body } = await vote(voter, approvalId, stage)
        const isLast = voter === voters[minimum - 1]
        expect([body.status, body.stages[stage - 1].status]).toEqual(
          !isLast ? ['pending', 'open'] : stage === 1 ? ['pending', 'approved'] : ['approved', 'approved'],
        )
      }
  })

  it('counts votes by alternates only after the escalation', async () => {
    const approvalId = await submitRequest(stageOf(people('Ravi'), 1, { alternates: people('Ewa'), escalateAfterHours: 24 }))
    expect((await vote('Ewa', approvalId)).status).toBe(403)
    await advance(hoursFromNow(25))
    expect((await vote('Ewa', approvalId)).body.status).toBe('approved')
  })

  it('skips a reminder and an escalation after the deadline', async () => {
    const lateTimings = { alternates: people('Ewa'), escalateAfterHours: 48, remindAfterHours: 48, hoursToDecide: 24 }
    const [stage] = await stagesOf(await submitRequest(stageOf(people('Ravi'), 1, lateTimings)))
    expect([stage!.remind_at, stage!.escalate_at, stage!.due_at]).toEqual([null, null, expect.any(Date)])
  })

  it('notifies its approvers when it opens, even if they voted in an earlier stage', async () => {
    const approvalId = await submitRequest(stageOf(people('Ravi')), stageOf(people('Ravi', 'Ewa')))
    await vote('Ravi', approvalId)
    expect(await notifiedNames(approvalId, 'decisionNeeded')).toEqual(['Ewa', 'Ravi', 'Ravi'])
  })
})

describe('advanceApprovals', () => {
  it('reminds approvers without a vote once, and changes no other stage or request', async () => {
    const soonId = await submitRequest(stageOf(people('Ravi', 'Margaret', 'Samuel'), 2, { remindAfterHours: 1 }), stageOf(people('Ewa')))
    const laterId = await submitRequest(stageOf(people('Ravi'), 1, { remindAfterHours: 100 }))
    await vote('Margaret', soonId)
    const versions = [await versionOf(soonId), await versionOf(laterId)]
    await advance(hoursFromNow(2))
    await advance(hoursFromNow(3))
    expect(await notifiedNames(soonId, 'decisionReminder')).toEqual(['Ravi', 'Samuel'])
    expect((await stagesOf(soonId)).map(({ reminded_at }) => reminded_at !== null)).toEqual([true, false])
    expect((await stagesOf(laterId)).map(({ reminded_at }) => reminded_at)).toEqual([null])
    expect([await versionOf(soonId), await versionOf(laterId)]).toEqual(versions)
  })

  it('reminds neither a delegate who voted nor the holder of the delegate’s seat', async () => {
    const approvalId = await submitRequest(stageOf(people('Ravi', 'Margaret'), 2, { remindAfterHours: 1 }))
    const delegation = {
      delegateId: id('Ewa'),
      startsAt: new Date().toISOString(),
      endsAt: hoursFromNow(72).toISOString(),
      reason: 'Away.',
    }
    const { body } = await as('Ravi').post('/me/delegations', delegation)
    expect((await vote('Ewa', approvalId)).body.status).toBe('pending')
    await as('Ravi').delete(`/delegations/${body.id}`)
    await as('Ravi').post('/me/delegations', delegation)
    await advance(hoursFromNow(2))
    expect(await notifiedNames(approvalId, 'decisionReminder')).toEqual(['Margaret'])
  })

  it('increments the version of an escalated approval, and of no other', async () => {
    const overrides = { alternates: people('Ewa'), escalateAfterHours: 1 }
    const soonId = await submitRequest(stageOf(people('Ravi'), 1, overrides))
    const laterId = await submitRequest(stageOf(people('Ravi'), 1, { ...overrides, escalateAfterHours: 100 }))
    const [before, laterVersion] = [await versionOf(soonId), await versionOf(laterId)]
    await advance(hoursFromNow(2))
    expect([await versionOf(soonId), await versionOf(laterId)]).toEqual([before + 1, laterVersion])
  })
})
