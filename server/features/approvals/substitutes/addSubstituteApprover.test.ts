import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { delegationsOf } from '../delegations/delegations.fixture.ts'
import { requestSubstituteApprovers } from './requestSubstituteApprovers.ts'
import { replaceApproversWithRavi } from './substitute.fixture.ts'

let app: TestApp
let delegations: ReturnType<typeof delegationsOf>
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  delegations = delegationsOf(app)
  await replaceApproversWithRavi(app)
})
afterAll(() => app.close())
beforeEach(() => delegations.clear())
const reason = 'Ravi is away and cannot be reached.'
const substitute = (personaName: string, approvalId: string, recipientName: string, overrides = {}) =>
  delegations
    .as(personaName)
    .post(`/account-approvals/${approvalId}/cover`, { stage: 1, personId: delegations.id(recipientName), reason, ...overrides })
/** No approver is left for this request, because Ravi is absent and his delegate Daniel is the requester. */
const submitUndecidableRequest = async () => {
  await delegations.set('Ravi', 'Daniel')
  return delegations.ask('Daniel')
}
const notificationsOf = (personaName: string, kind: string) =>
  app.db
    .selectFrom('notifications')
    .select(['title', 'subject_id'])
    .where('person_id', '=', delegations.id(personaName))
    .where('kind', '=', kind)
    .execute()

describe('addSubstituteApprover', () => {
  let approvalId: string
  beforeAll(async () => {
    approvalId = await submitUndecidableRequest()
  })

  it('lets the substitute decide only on this request, notifies both people, and records the old rule', async () => {
    const approvalId = await submitUndecidableRequest()
    const otherId = await delegations.ask('Daniel')
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(403)
    const response = await substitute('Niamh', approvalId, 'Ewa')
    expect(response.status).toBe(201)
    expect(response.body.stages[0].approvers.map(({ id }: { id: string }) => id).sort()).toEqual(
      [delegations.id('Ravi'), delegations.id('Ewa')].sort(),
    )
    expect((await notificationsOf('Ewa', 'substituteRequested')).map(({ subject_id }) => subject_id)).toEqual([approvalId])
    expect(await notificationsOf('Daniel', 'decisionEscalated')).toHaveLength(1)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'addSubstituteApprover')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actor_id: delegations.id('Niamh'),
      before: { rule: { kind: 'familyOwner' } },
      after: { person: delegations.id('Ewa'), reason },
    })
    expect(await delegations.waiting('Ewa')).toContain(approvalId)
    expect((await delegations.vote('Ewa', approvalId)).status).toBe(200)
    expect((await delegations.vote('Ewa', otherId)).status).toBe(403)
    expect(await delegations.votes(otherId)).toEqual([])
  })

  it('adds a substitute after reminders without a decision, even for a tower lead', async () => {
    const approvalId = await delegations.ask()
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
    () => ({ path: `/account-approvals/${approvalId}/cover`, body: { stage: 1, personId: delegations.id('Ewa'), reason } }),
  )

  it('denies the requester, and rejects them as substitute', async () => {
    const approvalId = await submitUndecidableRequest()
    expect((await substitute('Niamh', approvalId, 'Daniel')).body.errors).toMatchObject([{ field: 'personId' }])
    expect(
      (
        await app
          .as(delegations.id('Daniel'), ['Slipway.Admin'])
          .post(`/account-approvals/${approvalId}/cover`, { stage: 1, personId: delegations.id('Ewa'), reason })
      ).status,
    ).toBe(403)
    const numberOf = async (personaName: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', delegations.id(personaName)).executeTakeFirstOrThrow())
        .employee_id
    const ownId = await numberOf('Samuel')
    const setEmployeeNumber = (number: string | null) =>
      app.db.updateTable('people').set({ employee_id: number }).where('id', '=', delegations.id('Samuel')).execute()
    await setEmployeeNumber(await numberOf('Daniel'))
    expect((await substitute('Niamh', approvalId, 'Samuel')).body.errors).toMatchObject([{ field: 'personId' }])
    await setEmployeeNumber(ownId)
    expect(await delegations.votes(approvalId)).toEqual([])
  })

  it('rejects the caller, disabled or absent people and current approvers, and denies auditors', async () => {
    const approvalId = await submitUndecidableRequest()
    await delegations.set('Samuel', 'Margaret')
    const now = app.context.now()
    const calendar = { person_id: delegations.id('Tomasz'), requested_at: now, due_at: now, checked_at: now, away: true }
    await app.db.insertInto('calendars').values(calendar).execute()
    for (const recipientName of ['Niamh', 'Oliver', 'Samuel', 'Ravi', 'Tomasz'])
      expect([recipientName, (await substitute('Niamh', approvalId, recipientName)).body.code]).toEqual([recipientName, 'invalidRequest'])
    expect((await substitute('Grace', approvalId, 'Ewa')).status).toBe(403)
  })

  it('rejects a missing reason, a different stage, and decided or unknown requests', async () => {
    const approvalId = await submitUndecidableRequest()
    expect((await substitute('Niamh', approvalId, 'Ewa', { reason: 'short' })).status).toBe(400)
    expect((await substitute('Niamh', approvalId, 'Ewa', { stage: 2 })).body.code).toBe('alreadyDecided')
    expect((await substitute('Niamh', randomUUID(), 'Ewa')).status).toBe(404)
    await delegations.vote('Ravi', approvalId)
    expect((await substitute('Niamh', approvalId, 'Ewa')).body.code).toBe('alreadyDecided')
  })
})

describe('addSubstituteApprover with other seats', () => {
  const makeLate = (approvalId: string) =>
    app.db
      .updateTable('approval_stages')
      .set({ reminded_at: new Date() })
      .where('approval_id', '=', approvalId)
      .where('stage', '=', 1)
      .execute()
  const approversOf = (response: { body: { stages: { approvers: { displayName: string }[] }[] } }) =>
    response.body.stages[0]!.approvers.map(({ displayName }) => displayName)

  it('keeps the group that decides because the rule names no person', async () => {
    const approvalId = await delegations.ask('Ravi')
    await makeLate(approvalId)
    const namesBefore = approversOf(await delegations.as('Ravi').get(`/account-approvals/${approvalId}`))
    expect(namesBefore).toContain('Samuel Antwi')
    const response = await substitute('Niamh', approvalId, 'Ewa')
    expect(approversOf(response).sort()).toEqual([...namesBefore, app.persona('Ewa').displayName].sort())
    expect((await delegations.vote('Samuel', approvalId)).status).toBe(200)
  })

  it('keeps the fallback group if the rule names a person', async () => {
    const approvalId = await delegations.ask()
    await makeLate(approvalId)
    await substitute('Niamh', approvalId, 'Ewa')
    const { rule } = await app.db
      .selectFrom('approval_stages')
      .select('rule')
      .where('approval_id', '=', approvalId)
      .where('stage', '=', 1)
      .executeTakeFirstOrThrow()
    expect(rule).toMatchObject({ kind: 'anyOf', of: [{ kind: 'familyOwner' }, { kind: 'person', personId: delegations.id('Ewa') }] })
    expect(rule.fallbackGroupId).toBeDefined()
  })

  it('counts the vote of a person who was disabled afterwards as missing', async () => {
    const restorePolicy = await putPolicy(app, 'accountRequest', {
      reject: [],
      approve: [],
      stages: [{ name: 'Two', rule: { kind: 'anyOf', personIds: [delegations.id('Ravi'), delegations.id('Samuel')] }, minimum: 2 }],
    })
    const approvalId = await delegations.ask()
    await restorePolicy()
    await delegations.vote('Samuel', approvalId)
    const active = (value: boolean) =>
      app.db.updateTable('people').set({ active: value }).where('id', '=', delegations.id('Samuel')).execute()
    await active(false)
    expect((await delegations.vote('Ravi', approvalId)).body.status).toBe('pending')
    expect((await delegations.as('Niamh').get(`/account-approvals/${approvalId}/cover`)).body.need).toBe('unstaffed')
    await active(true)
  })
})

describe('requestSubstituteApprovers', () => {
  it('notifies administrators once if no available person can decide, and again the next time this happens', async () => {
    const approvalId = await delegations.ask('Daniel')
    const countNotifications = async () =>
      (await notificationsOf('Niamh', 'substituteNeeded')).filter(({ subject_id }) => subject_id === approvalId).length
    const round = async (hours: number) => {
      clockOffsetMs += hours * 3_600_000
      await requestSubstituteApprovers(app.context)
    }
    await round(2)
    expect(await countNotifications()).toBe(0)
    const { body } = await delegations.set('Ravi', 'Daniel')
    await round(0.5)
    expect(await countNotifications()).toBe(0)
    await round(1)
    await round(2)
    expect(await countNotifications()).toBe(1)
    expect(await notificationsOf('Ravi', 'substituteNeeded')).toEqual([])
    await delegations.as('Ravi').delete(`/delegations/${body.id}`)
    await round(2)
    await delegations.set('Ravi', 'Daniel')
    await round(2)
    expect(await countNotifications()).toBe(2)
    clockOffsetMs = 0
  })
})
