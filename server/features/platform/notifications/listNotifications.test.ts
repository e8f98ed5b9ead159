import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRequest } from '../../../../test/newRequest.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { notify } from '../../../notifications/notify.ts'
import { delegationsOf } from '../../approvals/delegations/delegations.fixture.ts'
import { type ApprovalListApp, startWithPendingRequest } from '../../approvals/inbox/approvalLists.fixture.ts'
import { decidedTexts } from './listNotifications.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const id = (givenName: string) => listApp.app.persona(givenName).id
const get = (givenName: string) => listApp.app.as(listApp.app.persona(givenName).id).get('/notifications')

const stageOf = (minimum: number, ...givenNames: string[]): PolicyStage => ({
  name: 'Decide',
  rule: { kind: 'anyOf', personIds: givenNames.map(id) },
  minimum,
})
let number = 0
async function submitRequest(...stages: PolicyStage[]): Promise<string> {
  const restorePolicy = await putPolicy(listApp.app, 'accountRequest', { reject: [], approve: [], stages })
  const body = newRequest(listApp.app, { name: `checkout-notify-${++number}` })
  const response = await listApp.app.as(id('Priya')).post('/account-requests', body)
  await restorePolicy()
  expect(response.status).toBe(201)
  return response.body.approvals[0].id
}
async function post(givenName: string, path: string, body?: object): Promise<void> {
  const { status } = await listApp.app.as(id(givenName)).post(`/account-approvals/${path}`, body)
  expect([path, status]).toEqual([path, expect.toBeOneOf([200, 201])])
}
const approve = (givenName: string, approvalId: string) => post(givenName, approvalId, { decision: 'approve', stage: 1 })
const listRead = async (givenName: string, approvalId: string) =>
  ((await get(givenName)).body.items as { kind: string; subjectId: string; read: boolean }[])
    .filter(({ subjectId }) => subjectId === approvalId)
    .map(({ kind, read }) => `${kind} ${read ? 'read' : 'unread'}`)
    .sort()

describe('listNotifications', () => {
  it('lists pending approvals for their approvers, and not for others', async () => {
    expect((await get('Ravi')).body).toMatchObject({
      unread: 1,
      items: [{ kind: 'decisionNeeded', title: 'Priya Raman requests checkout-trial-dev', read: false, subjectId: listApp.approvalId }],
    })
    expect((await get('Tomasz')).body).toEqual({ unread: 0, items: [] })
  })

  it('lists one notification per person and key, and none for disabled people', async () => {
    const { app } = listApp
    const notification = {
      kind: 'accountReady' as const,
      subjectKind: 'account',
      subjectId: listApp.requestId,
      title: 'Once',
      body: '',
      key: 'same',
    }
    const people = [app.persona('Tomasz').id, app.persona('Oliver').id]
    await notify(app.db, people, notification)
    await notify(app.db, people, notification)
    expect((await get('Tomasz')).body.items).toHaveLength(1)
    expect(await app.db.selectFrom('notifications').select('id').where('person_id', '=', app.persona('Oliver').id).execute()).toEqual([])
  })

  it('marks the request for a decision as read after the decision, for all approvers of that stage', async () => {
    const { app, approvalId } = listApp
    const ravi = app.as(app.persona('Ravi').id)
    const { stage } = (await ravi.get(`/account-approvals/${approvalId}`)).body
    const people = await app.db.selectFrom('notifications').select('person_id').where('subject_id', '=', approvalId).execute()
    expect(people.length).toBeGreaterThan(1)
    expect((await ravi.post(`/account-approvals/${approvalId}`, { decision: 'approve', stage })).status).toBe(200)
    for (const { person_id } of people) {
      const { unread, items } = (await app.as(person_id).get('/notifications')).body
      expect({ unread, read: items.find(({ subjectId }: { subjectId: string }) => subjectId === approvalId).read }).toEqual({
        unread: 0,
        read: true,
      })
    }
  })

  it('says what the person decided, and to others that they needn’t decide', async () => {
    const textsOf = async (approvalId: string) =>
      Promise.all(
        ['Ravi', 'Margaret'].map(async (givenName) =>
          ((await get(givenName)).body.items as { subjectId: string; body: string }[])
            .filter(({ subjectId }) => subjectId === approvalId)
            .map(({ body }) => body),
        ),
      )
    for (const decision of ['approve', 'reject', 'requestChanges'] as const) {
      const approvalId = await submitRequest(stageOf(1, 'Ravi', 'Margaret'))
      await post('Ravi', approvalId, { decision, stage: 1, comment: 'As discussed.' })
      expect(await textsOf(approvalId)).toEqual([[decidedTexts[decision]], [decidedTexts.other]])
    }
  })

  it('marks every kind of request for a decision as read when the approval leaves the stage', async () => {
    const { app } = listApp
    const approvalId = await submitRequest(stageOf(1, 'Ravi'), stageOf(1, 'Margaret'))
    const firstStage = app.db.selectFrom('approval_stages').selectAll().where('approval_id', '=', approvalId).where('stage', '=', 1)
    const { remind_at } = await firstStage.executeTakeFirstOrThrow()
    await advanceApprovals({ ...app.context, now: () => remind_at! })
    await post('Priya', `${approvalId}/nudge`)
    await post('Niamh', `${approvalId}/cover`, { stage: 1, personId: id('Daniel'), reason: 'Ravi cannot be reached.' })
    await post('Ravi', `${approvalId}/pass-on`, { stage: 1, to: id('Ewa'), comment: 'You know it better.' })
    const listAll = async () => ({
      Ravi: await listRead('Ravi', approvalId),
      Daniel: await listRead('Daniel', approvalId),
      Ewa: await listRead('Ewa', approvalId),
    })
    const kinds = {
      Ravi: ['decisionNeeded', 'decisionReminder', 'decisionRequesterReminder'],
      Daniel: ['substituteRequested'],
      Ewa: ['decisionReassigned'],
    }
    const withState = (state: string) =>
      Object.fromEntries(Object.entries(kinds).map(([name, each]) => [name, each.map((kind) => `${kind} ${state}`)]))
    expect(await listAll()).toEqual(withState('unread'))
    await approve('Daniel', approvalId)
    expect(await listAll()).toEqual(withState('read'))
    expect(await listRead('Margaret', approvalId)).toEqual(['decisionNeeded unread'])
  })

  it('marks a reassigned decision as read after the reassignment was revoked, and notifies the person who has it again', async () => {
    const approvalId = await submitRequest(stageOf(1, 'Ravi'))
    const reassign = () => post('Ravi', `${approvalId}/pass-on`, { stage: 1, to: id('Ewa'), comment: 'You know it better.' })
    const revoke = (givenName: string) => listApp.app.as(id(givenName)).delete(`/account-approvals/${approvalId}/pass-on`)
    await reassign()
    expect((await revoke('Ewa')).status).toBe(200)
    expect(await listRead('Ewa', approvalId)).toEqual(['decisionReassigned read'])
    expect(await listRead('Ravi', approvalId)).toEqual(['decisionNeeded unread', 'decisionReassigned unread'])
    await approve('Ravi', approvalId)
    expect(await listRead('Ravi', approvalId)).toEqual(['decisionNeeded read', 'decisionReassigned read'])
  })

  it('keeps the request of a stage with two votes unread for the people who have not voted', async () => {
    const approvalId = await submitRequest(stageOf(2, 'Ravi', 'Margaret', 'Grace'))
    await approve('Ravi', approvalId)
    expect(await listRead('Ravi', approvalId)).toEqual(['decisionNeeded read'])
    for (const givenName of ['Margaret', 'Grace']) expect(await listRead(givenName, approvalId)).toEqual(['decisionNeeded unread'])
    await approve('Margaret', approvalId)
    expect(await listRead('Grace', approvalId)).toEqual(['decisionNeeded read'])
  })

  it('marks the request as read for a person whose delegate has voted', async () => {
    const approvalId = await submitRequest(stageOf(2, 'Ravi', 'Margaret'))
    const delegations = delegationsOf(listApp.app)
    expect((await delegations.set('Ravi', 'Ewa')).status).toBe(201)
    await approve('Ewa', approvalId)
    expect(await listRead('Ravi', approvalId)).toEqual(['decisionNeeded read'])
    expect(await listRead('Margaret', approvalId)).toEqual(['decisionNeeded unread'])
    await delegations.clear()
  })

  roleSuite(
    'listNotifications',
    () => listApp.app,
    () => ({ path: '/notifications' }),
  )
})
