import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SnowRecord } from '../../../../simulator/servicenow/tables.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { runSchedule } from '../../../../test/runSchedules.ts'
import { until } from '../../../../test/until.ts'
import { noLongerEligible } from './activation/isStillAllowed.ts'
import { advancePrivilegedRoles } from './advancePrivilegedRoles.ts'
import { changeStateLabels } from './checkTicket.ts'
import { activationEvidenceLabels, describeDuration } from './evidence.ts'
import {
  accountOf,
  activateRole,
  activation,
  activationRow,
  mockAzureFault,
  roleIds,
  sentOrders,
  ticketFor,
  waitForActivationStatus,
} from './pim.fixture.ts'
import { activationProblems } from './policy.ts'
import { reasonRequired } from './reasonRequired.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())
beforeEach(() => {
  clockOffsetMs = 0
  app.simulator.exchanges.clear()
})

const hourMs = 3_600_000
const board = () => app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
const approver = (n = 0) => board().memberIds.filter((id) => id !== app.persona('Daniel').id)[n]!
const requestOwner = (n: number, overrides: Record<string, unknown> = {}) =>
  activateRole(app, n, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, accountOf(app, n)), ...overrides })
const decide = (personaName: string, approvalId: string, decision = 'approve') =>
  app.as(personaName).post(`/account-approvals/${approvalId}`, { decision, stage: 1, comment: 'Seen with the team.' })

const extendActivation = (id: string, durationMinutes = 120) =>
  app
    .as(app.persona('Daniel').id, undefined, { strong: true })
    .post(`/pim/activations/${id}/extend`, { durationMinutes, justification: 'It takes longer than thought.' })
const activateOwner = async (n: number) => {
  const { body } = await requestOwner(n)
  await decide(approver(), body.approvalId)
  await waitForActivationStatus(app, body.id, 'active')
  app.simulator.exchanges.clear()
  return body.id as string
}
async function close(number: string): Promise<void> {
  const ticket = (await app.context.clients.servicenow.findTicket(number))!
  const rows = app.simulator.state.collection<SnowRecord>('servicenow.records')
  const row = { ...ticket, sys_class_name: 'change_request', state: '3', active: 'false' }
  rows.set(`change_request/${ticket.sys_id}`, row as unknown as SnowRecord)
}

describe('an activation that Azure’s policy requires approval for', () => {
  it('waits for the approvers that Azure names, and counts its time from the approval', async () => {
    const { body } = await requestOwner(0)
    expect(body).toMatchObject({ status: 'pending_approval', startsAt: null, endsAt: null })
    expect(sentOrders(app)).toEqual([])
    const inbox = (await app.as(approver()).get('/account-approvals/pending-approvals')).body
    const item = inbox.find(({ subjectId }: { subjectId: string }) => subjectId === body.id)
    expect(item).toMatchObject({
      subject: { kind: 'pimActivation', summary: { role: 'Owner', minutes: 60 } },
      can: { decide: true },
      stages: [{ name: 'Cloud Architecture Board' }],
    })
    expect(Date.parse(item.dueAt) - Date.parse(item.openedAt)).toBe(24 * hourMs)
    const { evidence, commentToApprove: commentRequiredReason } = (await app.as(approver()).get(`/account-approvals/${body.approvalId}`))
      .body
    expect(evidence.purpose).toBe('To restart the payment service.')
    expect(commentRequiredReason).toBe(reasonRequired)
    expect(evidence.facts).toContainEqual({ label: expect.any(String), value: expect.stringContaining(body.ticket) })
    clockOffsetMs = 2 * hourMs
    const silentResponse = await app.as(approver()).post(`/account-approvals/${body.approvalId}`, { decision: 'approve', stage: 1 })
    expect(silentResponse).toMatchObject({ status: 400, body: { errors: [{ field: 'comment' }] } })
    expect(sentOrders(app)).toEqual([])
    expect((await decide(approver(), body.approvalId)).status).toBe(200)
    await waitForActivationStatus(app, body.id, 'active')
    const row = await activationRow(app, body.id)
    expect(row.ends_at!.getTime() - row.starts_at!.getTime()).toBe(hourMs)
    expect(sentOrders(app)).toHaveLength(1)
    expect(await activation(app, 0)).toHaveLength(1)
  })

  it('is not activated or extended with a ticket that has become invalid', async () => {
    const ticket = ticketFor(app, accountOf(app, 12))
    const { body } = await requestOwner(12)
    const otherId = await activateOwner(13)
    await close(ticket.number)
    await close(ticketFor(app, accountOf(app, 13)).number)
    app.simulator.exchanges.clear()
    expect((await decide(approver(), body.approvalId)).status).toBe(200)
    await waitForActivationStatus(app, body.id, 'failed')
    expect((await activationRow(app, body.id)).problem).toContain(`${ticket.number} ${changeStateLabels['3']}`)
    expect(await extendActivation(otherId)).toMatchObject({
      status: 409,
      body: { code: 'wrongState', message: expect.stringContaining(changeStateLabels['3']) },
    })
    expect(sentOrders(app)).toEqual([])
    expect(await activation(app, 12)).toEqual([])
  })

  it('is activated once when many approvers decide concurrently', async () => {
    const { body } = await requestOwner(1)
    const responses = await Promise.all([0, 1, 0, 1, 0, 1].map((n) => decide(approver(n), body.approvalId)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    await waitForActivationStatus(app, body.id, 'active')
    expect(sentOrders(app)).toHaveLength(1)
  })

  it('denies decisions by the requester and people whom Azure does not name', async () => {
    const { body } = await requestOwner(2)
    const admin = app.company.people.find((person) => person.appRoles.includes('Slipway.Admin') && !board().memberIds.includes(person.id))
    for (const personaName of [app.persona('Daniel').id, app.persona('Niamh').id, ...(admin ? [admin.id] : [])].filter(
      (id) => id !== approver(),
    ))
      expect((await decide(personaName, body.approvalId)).status).toBe(403)
    expect((await activationRow(app, body.id)).status).toBe('pending_approval')
    await decide(approver(), body.approvalId, 'reject')
    expect(await activationRow(app, body.id)).toMatchObject({ status: 'denied', problem: 'Seen with the team.' })
    expect(sentOrders(app)).toEqual([])
  })

  it('expires after a day without a decision', async () => {
    const { body } = await requestOwner(3)
    clockOffsetMs = 24.1 * hourMs
    await runSchedule(app, 'advanceApprovals')
    await waitForActivationStatus(app, body.id, 'expired')
    expect(sentOrders(app)).toEqual([])
  })

  it('is checked again when it is approved, and fails for people who lost the eligibility', async () => {
    const { body } = await requestOwner(4)
    const activeFault = app.simulator.faults.add({
      service: 'arm',
      method: 'GET',
      path: 'roleEligibilityScheduleInstances',
      action: { kind: 'status', status: 200, body: { value: [] } },
    })
    await decide(approver(), body.approvalId)
    await waitForActivationStatus(app, body.id, 'failed')
    app.simulator.faults.remove(activeFault)
    expect((await activationRow(app, body.id)).problem).toBe(noLongerEligible('Owner'))
    expect(sentOrders(app)).toEqual([])
  })

  it('is activated once Azure responds again', async () => {
    const { body } = await requestOwner(5)
    const down = mockAzureFault(app, { kind: 'status', status: 503, body: {} })
    await decide(approver(), body.approvalId)
    app.simulator.faults.remove(down)
    await waitForActivationStatus(app, body.id, 'active')
  })

  it('is rejected when none of the approvers that Azure names can decide', async () => {
    const members = board().memberIds.filter((id) => id !== app.persona('Daniel').id)
    await app.db.updateTable('people').set({ active: false }).where('id', 'in', members).execute()
    const { body } = await requestOwner(6)
    await app.db.updateTable('people').set({ active: true }).where('id', 'in', members).execute()
    expect(body).toMatchObject({ code: 'conflict', message: expect.stringContaining(board().displayName) })
  })
})

describe('an extension that Azure’s policy requires approval for', () => {
  const orders = (id: string) =>
    app.db.selectFrom('pim_orders').select('status').where('activation_id', '=', id).where('kind', '=', 'extend').execute()

  it('is decided by the approvers that Azure names, and moves the end without an interruption', async () => {
    const id = await activateOwner(7)
    const activationBefore = await activationRow(app, id)
    const { status, body } = await extendActivation(id)
    const requestedUntil = new Date(activationBefore.starts_at!.getTime() + 2 * hourMs)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      status: 'active',
      endsAt: activationBefore.ends_at!.toISOString(),
      requestedUntil: requestedUntil.toISOString(),
    })
    expect(body.can.extend).toBe(activationProblems.extensionPending)
    expect(sentOrders(app)).toEqual([])
    expect((await extendActivation(id, 180)).body.code).toBe('wrongState')
    const view = (await app.as(approver()).get(`/account-approvals/${body.approvalId}`)).body
    expect(view).toMatchObject({
      status: 'pending',
      subject: { summary: { requestedUntil: requestedUntil.toISOString(), justification: 'It takes longer than thought.' } },
    })
    expect(view.evidence.changes).toEqual([{ label: expect.stringContaining('Owner'), before: '1 hour', after: '2 hours' }])
    expect(view.evidence.facts).toContainEqual({
      label: activationEvidenceLabels.totalDuration,
      value: describeDuration(120, 240, 60),
      requested: true,
    })
    expect((await decide(app.persona('Daniel').id, body.approvalId)).status).toBe(403)
    expect((await decide(approver(), body.approvalId)).status).toBe(200)
    await until(async () => (await orders(id))[0]!.status === 'done')
    expect(await activationRow(app, id)).toMatchObject({ status: 'active', ends_at: requestedUntil, problem: null })
    expect(sentOrders(app)).toMatchObject([{ requestType: 'AdminUpdate' }])
  })

  it('is not applied after a rejection, or after the role was deactivated or has ended', async () => {
    const [rejection, input, endedId] = [await activateOwner(8), await activateOwner(9), await activateOwner(10)]
    const { body } = await extendActivation(rejection)
    await decide(approver(), body.approvalId, 'reject')
    expect(await activationRow(app, rejection)).toMatchObject({ status: 'active', problem: expect.stringContaining('Seen with the team.') })
    const approvalIds = [(await extendActivation(input)).body.approvalId, (await extendActivation(endedId)).body.approvalId]
    await app.as(app.persona('Daniel').id).post(`/pim/activations/${input}/deactivate`)
    clockOffsetMs = 1.1 * hourMs
    expect((await decide(approver(), approvalIds[1])).status).toBe(409)
    await advancePrivilegedRoles(app.context)
    expect((await activationRow(app, endedId)).status).toBe('ended')
    const approvals = await app.db.selectFrom('approvals').select('status').where('id', 'in', approvalIds).execute()
    expect(approvals).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    for (const id of [rejection, input, endedId]) expect(await orders(id)).toEqual([{ status: 'rejected' }])
    expect(sentOrders(app).filter(({ requestType }) => requestType === 'AdminUpdate')).toEqual([])
  })

  it('needs approval even for a role that was activated before the policy required it', async () => {
    const id = await activateOwner(11)
    await app.db.updateTable('approvals').set({ automatic: 'Nobody had to decide then.' }).where('subject_id', '=', id).execute()
    expect((await extendActivation(id)).body).toMatchObject({ requestedUntil: expect.any(String), approvalId: expect.any(String) })
    expect(sentOrders(app).filter(({ requestType }) => requestType === 'AdminUpdate')).toEqual([])
  })
})
