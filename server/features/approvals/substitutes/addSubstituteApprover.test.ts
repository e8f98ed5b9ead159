import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { checkUnstaffedStages } from './checkUnstaffedStages.ts'
import { onlyRavi } from './substitute.fixture.ts'

let app: TestApp
let they: ReturnType<typeof delegationsOf>
let later = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + later) })
  they = delegationsOf(app)
  await onlyRavi(app)
})
afterAll(() => app.close())
beforeEach(() => they.clear())
const reason = 'Ravi is away and cannot be reached.'
const substitute = (who: string, approvalId: string, whom: string, more = {}) =>
  they.as(who).post(`/account-approvals/${approvalId}/cover`, { stage: 1, personId: they.id(whom), reason, ...more })
/** No approver is left for this request: Ravi is away, and his delegate Daniel is the requester. */
const stuck = async () => {
  await they.set('Ravi', 'Daniel')
  return they.ask('Daniel')
}
const notificationsOf = (who: string, kind: string) =>
  app.db
    .selectFrom('notifications')
    .select(['title', 'subject_id'])
    .where('person_id', '=', they.id(who))
    .where('kind', '=', kind)
    .execute()

describe('addSubstituteApprover', () => {
  let approvalId: string
  beforeAll(async () => {
    approvalId = await stuck()
  })

  it('lets the substitute decide on this request only, notifies both people, and records the old rule', async () => {
    const approvalId = await stuck()
    const other = await they.ask('Daniel')
    expect((await they.vote('Ewa', approvalId)).status).toBe(403)
    const answer = await substitute('Niamh', approvalId, 'Ewa')
    expect(answer.status).toBe(201)
    expect(answer.body.stages[0].approvers.map(({ id }: { id: string }) => id).sort()).toEqual([they.id('Ravi'), they.id('Ewa')].sort())
    expect((await notificationsOf('Ewa', 'substituteRequested')).map(({ subject_id }) => subject_id)).toEqual([approvalId])
    expect(await notificationsOf('Daniel', 'decisionEscalated')).toHaveLength(1)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'addSubstituteApprover')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actor_id: they.id('Niamh'),
      before: { rule: { kind: 'familyOwner' } },
      after: { person: they.id('Ewa'), reason },
    })
    expect(await they.waiting('Ewa')).toContain(approvalId)
    expect((await they.vote('Ewa', approvalId)).status).toBe(200)
    expect((await they.vote('Ewa', other)).status).toBe(403)
    expect(await they.votes(other)).toEqual([])
  })

  it('works after reminders without a response, also for a tower lead', async () => {
    const approvalId = await they.ask()
    expect((await substitute('Margaret', approvalId, 'Ewa')).body.code).toBe('wrongState')
    await app.db
      .updateTable('approval_stages')
      .set({ reminded_at: new Date() })
      .where('approval_id', '=', approvalId)
      .where('stage', '=', 1)
      .execute()
    expect((await substitute('Margaret', approvalId, 'Ewa')).status).toBe(201)
  })

  roleSuite(
    'addSubstituteApprover',
    () => app,
    () => ({ path: `/account-approvals/${approvalId}/cover`, body: { stage: 1, personId: they.id('Ewa'), reason } }),
  )

  it('denies the requester, and rejects them as substitute', async () => {
    const approvalId = await stuck()
    expect((await substitute('Niamh', approvalId, 'Daniel')).body.errors).toMatchObject([{ field: 'personId' }])
    expect(
      (
        await app
          .as(they.id('Daniel'), ['Slipway.Admin'])
          .post(`/account-approvals/${approvalId}/cover`, { stage: 1, personId: they.id('Ewa'), reason })
      ).status,
    ).toBe(403)
    const numberOf = async (who: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', they.id(who)).executeTakeFirstOrThrow()).employee_id
    const own = await numberOf('Samuel')
    const become = (number: string | null) =>
      app.db.updateTable('people').set({ employee_id: number }).where('id', '=', they.id('Samuel')).execute()
    await become(await numberOf('Daniel'))
    expect((await substitute('Niamh', approvalId, 'Samuel')).body.errors).toMatchObject([{ field: 'personId' }])
    await become(own)
    expect(await they.votes(approvalId)).toEqual([])
  })

  it('rejects yourself, disabled or absent people and current approvers, and denies auditors', async () => {
    const approvalId = await stuck()
    await they.set('Samuel', 'Margaret')
    const now = app.context.now()
    const calendar = { person_id: they.id('Tomasz'), wanted_at: now, due_at: now, checked_at: now, away: true }
    await app.db.insertInto('calendars').values(calendar).execute()
    for (const whom of ['Niamh', 'Oliver', 'Samuel', 'Ravi', 'Tomasz'])
      expect([whom, (await substitute('Niamh', approvalId, whom)).body.code]).toEqual([whom, 'invalidRequest'])
    expect((await substitute('Grace', approvalId, 'Ewa')).status).toBe(403)
  })

  it('rejects a missing reason, another stage, and decided or unknown requests', async () => {
    const approvalId = await stuck()
    expect((await substitute('Niamh', approvalId, 'Ewa', { reason: 'short' })).status).toBe(400)
    expect((await substitute('Niamh', approvalId, 'Ewa', { stage: 2 })).body.code).toBe('alreadyDecided')
    expect((await substitute('Niamh', randomUUID(), 'Ewa')).status).toBe(404)
    await they.vote('Ravi', approvalId)
    expect((await substitute('Niamh', approvalId, 'Ewa')).body.code).toBe('alreadyDecided')
  })
})

describe('addSubstituteApprover beside other seats', () => {
  const late = (approvalId: string) =>
    app.db
      .updateTable('approval_stages')
      .set({ reminded_at: new Date() })
      .where('approval_id', '=', approvalId)
      .where('stage', '=', 1)
      .execute()
  const approversOf = (answer: { body: { stages: { approvers: { displayName: string }[] }[] } }) =>
    answer.body.stages[0]!.approvers.map(({ displayName }) => displayName)

  it('keeps the group that decides because the rule names no person', async () => {
    const approvalId = await they.ask('Ravi')
    await late(approvalId)
    const before = approversOf(await they.as('Ravi').get(`/account-approvals/${approvalId}`))
    expect(before).toContain('Samuel Antwi')
    const answer = await substitute('Niamh', approvalId, 'Ewa')
    expect(approversOf(answer).sort()).toEqual([...before, app.persona('Ewa').displayName].sort())
    expect((await they.vote('Samuel', approvalId)).status).toBe(200)
  })

  it('keeps the fallback group where the rule names a person', async () => {
    const approvalId = await they.ask()
    await late(approvalId)
    await substitute('Niamh', approvalId, 'Ewa')
    const { rule } = await app.db
      .selectFrom('approval_stages')
      .select('rule')
      .where('approval_id', '=', approvalId)
      .where('stage', '=', 1)
      .executeTakeFirstOrThrow()
    expect(rule).toMatchObject({ kind: 'anyOf', of: [{ kind: 'familyOwner' }, { kind: 'person', personId: they.id('Ewa') }] })
    expect(rule.fallbackGroupId).toBeDefined()
  })

  it('counts the vote of a person disabled since as missing', async () => {
    const back = await putPolicy(app, 'accountRequest', {
      reject: [],
      approve: [],
      stages: [{ name: 'Two', rule: { kind: 'anyOf', personIds: [they.id('Ravi'), they.id('Samuel')] }, minimum: 2 }],
    })
    const approvalId = await they.ask()
    await back()
    await they.vote('Samuel', approvalId)
    const active = (value: boolean) => app.db.updateTable('people').set({ active: value }).where('id', '=', they.id('Samuel')).execute()
    await active(false)
    expect((await they.vote('Ravi', approvalId)).body.status).toBe('pending')
    expect((await they.as('Niamh').get(`/account-approvals/${approvalId}/cover`)).body.need).toBe('unstaffed')
    await active(true)
  })
})

describe('checkUnstaffedStages', () => {
  it('notifies administrators once when no present person can decide, and again the next time', async () => {
    const approvalId = await they.ask('Daniel')
    const asked = async () =>
      (await notificationsOf('Niamh', 'substituteNeeded')).filter(({ subject_id }) => subject_id === approvalId).length
    const round = async (hours: number) => {
      later += hours * 3_600_000
      await checkUnstaffedStages(app.context)
    }
    await round(2)
    expect(await asked()).toBe(0)
    const { body } = await they.set('Ravi', 'Daniel')
    await round(0.5)
    expect(await asked()).toBe(0)
    await round(1)
    await round(2)
    expect(await asked()).toBe(1)
    expect(await notificationsOf('Ravi', 'substituteNeeded')).toEqual([])
    await they.as('Ravi').delete(`/delegations/${body.id}`)
    await round(2)
    await they.set('Ravi', 'Daniel')
    await round(2)
    expect(await asked()).toBe(2)
    later = 0
  })
})
