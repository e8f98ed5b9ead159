import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { activeSandbox, addTemplateWithCapacity, requestRow, review, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
let within: string
const now = new Date('2026-11-23T09:00:00.000Z')
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app)
  within = await template(app, { approval: { mode: 'within', budget: 6_000, hours: 100, cleanRecord: true } })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const justification = 'The load test takes longer than we thought.'
const extend = (sandboxId: string, body: object, personaName = 'Priya') =>
  app.as(id(personaName)).post(`/sandboxes/${sandboxId}/extend`, { hours: 24, budget: 0, justification, ...body })
const lease = async (sandboxId: string) => {
  const row = await app.db.selectFrom('sandboxes').selectAll().where('id', '=', sandboxId).executeTakeFirstOrThrow()
  return { hours: row.lease_hours, end: row.lease_end!.toISOString(), budget: row.budget_limit, extensions: row.extensions_used }
}

describe('an extension', () => {
  it('extends the lease with the deciding vote of the requester’s manager', async () => {
    const sandbox = await activeSandbox(app, kind, now)
    const { status, body } = await extend(sandbox, { hours: 48, budget: 1_000 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'extension', status: 'pending_approval', sandboxId: sandbox, hours: 48, budget: { amount: 1_000 } })
    expect(body.owners).toMatchObject([{ id: id('Priya') }])
    expect((await lease(sandbox)).extensions).toBe(0)
    expect((await review(app, 'Ravi', body.id)).body).toMatchObject({ status: 'approved', sandboxStatus: 'active', run: null })
    expect(await lease(sandbox)).toEqual({ hours: 120, end: '2026-11-28T09:00:00.000Z', budget: 5_000, extensions: 1 })
  })

  it('tells its approver when it will be withdrawn: at the end of the lease, or when the removal starts', async () => {
    const sandbox = await activeSandbox(app, kind, now)
    const { body } = await extend(sandbox, {})
    const decideBy = async () => (await app.as(id('Ravi')).get(`/account-approvals/${body.approvalId}`)).body.subject.summary.decideBy
    const end = new Date(now.getTime() + 72 * 3_600_000)
    expect(body.decideBy).toBe(end.toISOString())
    expect(await decideBy()).toBe(end.toISOString())
    const [removal, requestedAt] = [new Date(end.getTime() + 86_400_000), new Date(now.getTime() - 3_600_000)]
    const expired = { status: 'deleting' as const, delete_cause: 'expired' as const, delete_at: removal, delete_requested_at: requestedAt }
    await app.db.updateTable('sandboxes').set(expired).where('id', '=', sandbox).execute()
    expect(await decideBy()).toBe(removal.toISOString())
    await review(app, 'Ravi', body.id, { decision: 'reject', comment: 'The trial is over.' })
    expect((await app.as(id('Priya')).get(`/sandbox-requests/${body.id}`)).body.decideBy).toBeNull()
  })

  it('tells its approver and owners when the current budget freezes the sandbox, unless its template never freezes', async () => {
    const sandbox = await activeSandbox(app, kind, now)
    const spend = { spent: 1_500, hourly_rate: 500_000_000, spend_at: now }
    await app.db.updateTable('sandboxes').set(spend).where('id', '=', sandbox).execute()
    const { body } = await extend(sandbox, { budget: 1_000 })
    const freezesAt = new Date(now.getTime() + 5 * 3_600_000).toISOString()
    const read = async () => [
      (await app.as(id('Ravi')).get(`/account-approvals/${body.approvalId}`)).body.subject.summary.freezesAt,
      (await app.as(id('Priya')).get(`/sandboxes/${sandbox}`)).body.budget.freezesAt,
    ]
    expect(body.freezesAt).toBe(freezesAt)
    expect(await read()).toEqual([freezesAt, freezesAt])
    const { terms } = await app.db.selectFrom('sandboxes').select('terms').where('id', '=', sandbox).executeTakeFirstOrThrow()
    const setThreshold = (percent: number, action: 'notify' | 'freeze') =>
      app.db
        .updateTable('sandboxes')
        .set({ terms: JSON.stringify({ ...terms, thresholds: [{ percent, action }] }) })
        .where('id', '=', sandbox)
        .execute()
    await setThreshold(80, 'notify')
    expect(await read()).toEqual([null, null])
    await setThreshold(50, 'freeze')
    const inOneHour = new Date(now.getTime() + 3_600_000).toISOString()
    expect(await read()).toEqual([inOneHour, inOneHour])

    const readAsRequester = async () => (await app.as(id('Priya')).get(`/sandbox-requests/${body.id}`)).body.freezesAt
    expect(await readAsRequester()).toBe(inOneHour)
    await app.db
      .updateTable('sandbox_owners')
      .set({ person_id: id('Tomasz') })
      .where('sandbox_id', '=', sandbox)
      .execute()
    expect(await readAsRequester()).toBeNull()
  })

  it('tells the time of the freeze to owners, current approvers and auditors, but not to former approvers or the requester’s second user', async () => {
    const sandbox = await activeSandbox(app, kind, now, { ownerIds: [id('Priya'), id('Daniel')] })
    const spend = { spent: 1_500, hourly_rate: 500_000_000, spend_at: now }
    await app.db.updateTable('sandboxes').set(spend).where('id', '=', sandbox).execute()
    const { body } = await extend(sandbox, { budget: 1_000 })
    const readers = async () => {
      const responses = await Promise.all(
        ['Priya', 'Daniel', 'Grace', 'Niamh', 'Ravi'].map((name) => app.as(id(name)).get(`/sandbox-requests/${body.id}`)),
      )
      return responses.map(({ status, body: request }) => status === 200 && request.freezesAt !== null)
    }
    expect(await readers()).toEqual([true, true, true, true, true])
    await review(app, 'Ravi', body.id, { decision: 'requestChanges', comment: 'Ask for less.' })
    expect(await readers()).toEqual([true, true, true, true, false])
    await app.as(id('Priya')).patch(`/sandbox-requests/${body.id}`, { budget: 500 })
    expect(await readers()).toEqual([true, true, true, true, true])
    const setEmployee = (name: string, employee_id: string | null) =>
      app.db.updateTable('people').set({ employee_id }).where('id', '=', id(name)).execute()
    const before = await app.db.selectFrom('people').select('employee_id').where('id', '=', id('Ravi')).executeTakeFirstOrThrow()
    const priya = await app.db.selectFrom('people').select('employee_id').where('id', '=', id('Priya')).executeTakeFirstOrThrow()
    await setEmployee('Ravi', priya.employee_id)
    expect(await readers()).toEqual([true, true, true, true, false])
    await setEmployee('Ravi', before.employee_id)
  })

  it('applies the limits to the sandbox’s total, so that steps can’t exceed them', async () => {
    const sandbox = await activeSandbox(app, within, now)
    const firstResponse = await extend(sandbox, { hours: 24, budget: 2_000 })
    expect(firstResponse.body).toMatchObject({ status: 'approved', automatic: true })
    expect(firstResponse.body.decisionReasons[0]).toMatch(/£60 .*£60.*4 days .*100 hours/)
    expect(await lease(sandbox)).toMatchObject({ hours: 96, budget: 6_000, extensions: 1 })
    const secondResponse = await extend(sandbox, { hours: 5, budget: 1 })
    expect(secondResponse.body).toMatchObject({
      status: 'pending_approval',
      decisionReasons: [expect.stringMatching(/£60 .*100 hours/)],
    })
  })

  it('needs approval if another sandbox of the requester recently used up its budget', async () => {
    const sandbox = await activeSandbox(app, within, now, { ownerIds: [id('Daniel'), id('Priya')] })
    const otherId = await activeSandbox(app, within, now)
    await app.db.updateTable('sandboxes').set({ limit_reached_at: now }).where('id', '=', otherId).execute()
    const { body } = await extend(sandbox, { hours: 1 })
    expect(body).toMatchObject({ status: 'pending_approval', automatic: false })
    const evidence = (await app.as(id('Ravi')).get(`/account-approvals/${body.approvalId}`)).body.evidence
    expect(evidence.facts).toContainEqual(expect.objectContaining({ value: '£0 of £40' }))
    // The expected spend is in the evidence of the sandbox, and not a second time among the facts.
    expect(evidence.sandbox.expected.limit).toBe(4_000)
    expect(evidence.facts.filter(({ key }: { key?: string }) => key === 'spend')).toHaveLength(1)
    expect(evidence.flags[0]).toEqual({
      tone: 'warn',
      text: expect.stringContaining('90 days'),
    })
    await app.db
      .updateTable('sandboxes')
      .set({ limit_reached_at: new Date(now.getTime() - 91 * 86_400_000) })
      .where('id', '=', otherId)
      .execute()
    const editedResponse = await app.as(id('Priya')).patch(`/sandbox-requests/${body.id}`, { hours: 2 })
    expect(editedResponse.body).toMatchObject({ status: 'approved', automatic: true })
    expect((await lease(sandbox)).hours).toBe(74)
  })

  it('is rejected above the template’s limits, with the possible values', async () => {
    const sandbox = await activeSandbox(app, kind, now)
    expect((await extend(sandbox, { hours: 73 })).body).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/3 days .*£160/),
    })
    expect((await extend(sandbox, { budget: 16_001 })).body.message).toMatch(/3 days and £160.$/)
    expect((await extend(sandbox, { hours: 0 })).status).toBe(409)
    expect(
      await app.db.selectFrom('sandbox_requests').select('id').where('sandbox_id', '=', sandbox).where('kind', '=', 'extension').execute(),
    ).toEqual([])
  })

  it('is accepted only once if two are concurrent', async () => {
    const sandbox = await activeSandbox(app, kind, now, { ownerIds: [id('Priya'), id('Daniel')] })
    const responses = await Promise.all([extend(sandbox, {}), extend(sandbox, {}, 'Daniel')])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('accepts only changes of hours and budget, within the terms, with a new vote', async () => {
    const sandbox = await activeSandbox(app, kind, now)
    const { body } = await extend(sandbox, {})
    const updateRequest = (fields: object) => app.as(id('Priya')).patch(`/sandbox-requests/${body.id}`, fields)
    expect(
      (await updateRequest({ name: 'another', ownerIds: [id('Ewa')] })).body.errors.map(({ field }: { field: string }) => field),
    ).toEqual(['name', 'ownerIds'])
    expect((await updateRequest({ hours: 100 })).status).toBe(409)
    expect((await updateRequest({ hours: 36, budget: 500 })).body).toMatchObject({
      hours: 36,
      budget: { amount: 500 },
      status: 'pending_approval',
    })
    await review(app, 'Ravi', body.id)
    expect(await lease(sandbox)).toMatchObject({ hours: 108, budget: 4_500 })
  })

  it('is withdrawn when the sandbox is deleted, and can’t be approved', async () => {
    const sandbox = await activeSandbox(app, kind, now)
    const { body } = await extend(sandbox, {})
    expect((await app.as(id('Priya')).delete(`/sandboxes/${sandbox}`)).status).toBeLessThan(300)
    expect((await review(app, 'Ravi', body.id)).status).toBe(409)
    expect((await requestRow(app, body.id)).status).toBe('cancelled')
    expect((await lease(sandbox)).extensions).toBe(0)
  })

  it('denies decisions by the requester and by a co-owner who isn’t an approver', async () => {
    const sandbox = await activeSandbox(app, kind, now, { ownerIds: [id('Priya'), id('Daniel')] })
    const { body } = await extend(sandbox, {}, 'Priya')
    expect((await review(app, 'Priya', body.id)).status).toBe(403)
    expect((await review(app, 'Daniel', body.id)).status).toBe(403)
    expect((await app.as(id('Daniel')).get(`/sandbox-requests/${body.id}`)).status).toBe(200)
  })
})
