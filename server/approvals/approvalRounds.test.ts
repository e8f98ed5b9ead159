import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import type { PolicyStage, StageRule } from '../db/tables.ts'
import { advanceApprovals } from './advanceApprovals.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const people = (...names: string[]): StageRule => ({ kind: 'anyOf', personIds: names.map(id) })
const stageOf = (rule: StageRule, minimum = 1, more: Partial<PolicyStage> = {}): PolicyStage => ({ name: 'Decide', rule, minimum, ...more })
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

async function ask(...stages: PolicyStage[]): Promise<string> {
  const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
  const answer = await as('Priya').post('/account-requests', newRequest(app, { name: `rounds-${++number}` }))
  await back()
  expect(answer.status).toBe(201)
  return answer.body.approvals[0].id
}
const vote = (givenName: string, approvalId: string, stage = 1, decision = 'approve') =>
  as(givenName).post(`/account-approvals/${approvalId}`, { decision, stage, comment: 'As agreed.' })
const stagesOf = (approvalId: string) =>
  app.db.selectFrom('approval_stages').selectAll().where('approval_id', '=', approvalId).orderBy('stage').execute()
const versionOf = async (approvalId: string) =>
  (await app.db.selectFrom('approvals').select('version').where('id', '=', approvalId).executeTakeFirstOrThrow()).version
const advance = (at: Date) => advanceApprovals({ ...app.context, now: () => at })
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
  ])('requires its own number of votes: %i, then %i', async (first, second) => {
    const voters = ['Ravi', 'Margaret']
    const approvalId = await ask(stageOf(people(...voters), first), stageOf(people(...voters), second))
    for (const [stage, minimum] of [
      [1, first],
      [2, second],
    ] as const)
      for (const voter of voters.slice(0, minimum)) {
        const { body } = await vote(voter, approvalId, stage)
        const last = voter === voters[minimum - 1]
        expect([body.status, body.stages[stage - 1].status]).toEqual(
          !last ? ['pending', 'open'] : stage === 1 ? ['pending', 'approved'] : ['approved', 'approved'],
        )
      }
  })

  it('counts votes of alternates only after the escalation', async () => {
    const approvalId = await ask(stageOf(people('Ravi'), 1, { alternates: people('Ewa'), escalateAfterHours: 24 }))
    expect((await vote('Ewa', approvalId)).status).toBe(403)
    await advance(inHours(25))
    expect((await vote('Ewa', approvalId)).body.status).toBe('approved')
  })

  it('skips a reminder and an escalation after the deadline', async () => {
    const late = { alternates: people('Ewa'), escalateAfterHours: 48, remindAfterHours: 48, hoursToDecide: 24 }
    const [stage] = await stagesOf(await ask(stageOf(people('Ravi'), 1, late)))
    expect([stage!.remind_at, stage!.escalate_at, stage!.due_at]).toEqual([null, null, expect.any(Date)])
  })

  it('notifies its approvers when it opens, also if they voted in an earlier stage', async () => {
    const approvalId = await ask(stageOf(people('Ravi')), stageOf(people('Ravi', 'Ewa')))
    await vote('Ravi', approvalId)
    expect(await notifiedNames(approvalId, 'decisionNeeded')).toEqual(['Ewa', 'Ravi', 'Ravi'])
  })
})

describe('advanceApprovals', () => {
  it('reminds approvers without a vote once, and changes no other stage or request', async () => {
    const soon = await ask(stageOf(people('Ravi', 'Margaret', 'Samuel'), 2, { remindAfterHours: 1 }), stageOf(people('Ewa')))
    const later = await ask(stageOf(people('Ravi'), 1, { remindAfterHours: 100 }))
    await vote('Margaret', soon)
    const versions = [await versionOf(soon), await versionOf(later)]
    await advance(inHours(2))
    await advance(inHours(3))
    expect(await notifiedNames(soon, 'decisionReminder')).toEqual(['Ravi', 'Samuel'])
    expect((await stagesOf(soon)).map(({ reminded_at }) => reminded_at !== null)).toEqual([true, false])
    expect((await stagesOf(later)).map(({ reminded_at }) => reminded_at)).toEqual([null])
    expect([await versionOf(soon), await versionOf(later)]).toEqual(versions)
  })

  it('reminds neither a delegate who voted nor the holder of that seat', async () => {
    const approvalId = await ask(stageOf(people('Ravi', 'Margaret'), 2, { remindAfterHours: 1 }))
    const delegation = { delegateId: id('Ewa'), startsAt: new Date().toISOString(), endsAt: inHours(72).toISOString(), reason: 'Away.' }
    const { body } = await as('Ravi').post('/me/delegations', delegation)
    expect((await vote('Ewa', approvalId)).body.status).toBe('pending')
    await as('Ravi').delete(`/delegations/${body.id}`)
    await as('Ravi').post('/me/delegations', delegation)
    await advance(inHours(2))
    expect(await notifiedNames(approvalId, 'decisionReminder')).toEqual(['Margaret'])
  })

  it('increments the version of an escalated approval, and of no other', async () => {
    const more = { alternates: people('Ewa'), escalateAfterHours: 1 }
    const soon = await ask(stageOf(people('Ravi'), 1, more))
    const later = await ask(stageOf(people('Ravi'), 1, { ...more, escalateAfterHours: 100 }))
    const [before, other] = [await versionOf(soon), await versionOf(later)]
    await advance(inHours(2))
    expect([await versionOf(soon), await versionOf(later)]).toEqual([before + 1, other])
  })
})
