import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type LeaseApp, startLeaseApp } from '../leases/lease.fixture.ts'
import { inHours } from '../sandboxes/lease.ts'
import { extensionPending } from '../sandboxes/policy.ts'
import { overspendTexts } from './flags.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const check = (id: string, body: object = {}, personaName = 'Priya') =>
  app.as(app.personId(personaName)).post(`/sandboxes/${id}/extend/check`, { hours: 48, budget: 1_000, ...body })
const extend = (id: string, body: object = {}) =>
  app
    .as(app.personId('Priya'))
    .post(`/sandboxes/${id}/extend`, { hours: 48, budget: 1_000, justification: 'The trial takes a few days longer.', ...body })
const within = { terms: { approval: { mode: 'within' as const, budget: 6_000 } } }

describe('checkSandboxExtension', () => {
  it('predicts an automatic approval with the lease and budget that the extension then sets', async () => {
    const id = await app.sandbox(within)
    const { outcome, problem } = (await check(id)).body
    expect(problem).toBeNull()
    expect(outcome).toMatchObject({ automatic: true, preview: null, extensionsLeft: 0, leaseHours: 216, budget: { limit: 6_000 } })
    expect((await app.row(id)).extensions_used).toBe(0)
    expect((await extend(id)).body.decisionReasons).toEqual(outcome.decisionReasons)
    expect(await app.row(id)).toMatchObject({ lease_end: new Date(outcome.leaseEnd), budget_limit: outcome.budget.limit })
  })

  it('names the approvers that the request then has', async () => {
    const id = await app.sandbox(within)
    const { outcome } = (await check(id, { budget: 1_001 })).body
    expect(outcome).toMatchObject({ automatic: false, decisionReasons: [expect.stringContaining('£60')] })
    const request = (await extend(id, { budget: 1_001 })).body
    expect(outcome.preview.stages.map(({ people }: { people: { id: string }[] }) => people.map((person) => person.id))).toEqual(
      request.approvals[0].stages.map(({ approvers }: { approvers: { id: string }[] }) => approvers.map((person) => person.id)),
    )
    expect((await check(id)).body).toEqual({ outcome: null, problem: extensionPending })
  })

  it('predicts the change of a pending extension, but only to its requester', async () => {
    const id = await app.sandbox({ ...within, owners: [app.personId('Priya'), app.personId('Daniel')] })
    const request = (await extend(id, { budget: 1_001 })).body
    const { outcome } = (await check(id, { budget: 2_000, requestId: request.id })).body
    expect(outcome).toMatchObject({ automatic: false, budget: { limit: 7_000 }, leaseHours: 216 })
    const pending = { outcome: null, problem: extensionPending }
    expect((await check(id, { budget: 2_000, requestId: request.id }, 'Daniel')).body).toEqual(pending)
    expect((await check(id, { budget: 2_000, requestId: randomUUID() })).body).toEqual(pending)
    const { body } = await app
      .as(app.personId('Priya'))
      .patch(`/sandbox-requests/${request.id}`, { budget: 2_000 }, { 'if-match': `"${request.version}"` })
    expect(body.approvals.at(-1).stages.map(({ name }: { name: string }) => name)).toEqual(
      outcome.preview.stages.map(({ name }: { name: string }) => name),
    )
    await app.as(app.personId('Priya')).post(`/sandbox-requests/${request.id}/withdraw`)
    expect((await check(id, { requestId: request.id })).body.problem).toBeNull()
  })

  it('gives the reason of a policy that rejects the request', async () => {
    const reason = 'Sandboxes are paused.'
    const restorePolicy = await putPolicy(app, 'sandboxRequest', { reject: [{ when: 'true', reason }], approve: [], stages: [] })
    const { body } = await check(await app.sandbox(within))
    await restorePolicy()
    expect(body.outcome).toMatchObject({ automatic: false, decisionReasons: [reason] })
  })

  it('expects the spend at the new end, and when it reaches the new limit', async () => {
    const id = await app.sandbox({
      ...{ lease_end: inHours(app.clock.now, 10), spent: 4_000, spend_at: app.clock.now, hourly_rate: 100_000_000 },
    })
    const budgetAfter = async (body: object) => (await check(id, body)).body.outcome.budget
    expect(await budgetAfter({ hours: 10, budget: 2_000 })).toMatchObject({ expected: 6_000, limit: 7_000, reachesLimitAt: null })
    expect(await budgetAfter({ hours: 20, budget: 0 })).toMatchObject({
      ...{ expected: 7_000, limit: 5_000, reachesLimitAt: inHours(app.clock.now, 10).toISOString() },
    })
  })

  it.each([
    [1_000, 90, 900],
    [5_000, 80, 4_000],
  ])('warns that a budget of %i freezes the sandbox at %i%%, as on its page and to the approver', async (limit, percent, amount) => {
    const rate = 100
    const spent = amount - 10 * rate
    const id = await app.sandbox({
      terms: { approval: { mode: 'required' }, thresholds: [{ percent, action: 'freeze' }] },
      ...{ lease_end: inHours(app.clock.now, 5), spent: Math.max(spent, 0), spend_at: app.clock.now, hourly_rate: rate * 1_000_000 },
      budget_limit: limit,
    })
    const freezesAt = inHours(app.clock.now, (amount - Math.max(spent, 0)) / rate).toISOString()
    const body = { hours: 6, budget: 0 }
    expect((await check(id, body)).body.outcome.budget).toMatchObject({ freezesAt, reachesLimitAt: null })
    expect((await check(id, { hours: 1 })).body.outcome.budget).toMatchObject({ freezesAt: null, reachesLimitAt: null })
    const { approvalId } = (await extend(id, body)).body
    const { evidence } = (await app.as(app.personId('Ravi')).get(`/account-approvals/${approvalId}`)).body
    expect(evidence.flags).toContainEqual({ key: 'spend', tone: 'warn', text: overspendTexts.freezes })
    expect(evidence.sandbox.expected).toMatchObject({ limit, freezeAmount: amount })

    await app.db
      .updateTable('sandboxes')
      .set({ lease_end: inHours(app.clock.now, 11) })
      .where('id', '=', id)
      .execute()
    const { forecast } = (await app.as(app.personId('Priya')).get(`/sandboxes/${id}/spend`)).body
    expect(forecast).toMatchObject({ freezesAt, reachesLimitAt: null, amount })
    expect((await app.as(app.personId('Priya')).get(`/sandboxes/${id}`)).body.budget).toMatchObject({ freezesAt, reachesLimitAt: null })
  })

  it('warns if the extension adds too little budget to resume a frozen sandbox', async () => {
    const id = await app.sandbox({
      terms: { thresholds: [{ percent: 80, action: 'freeze' }] },
      ...{ status: 'frozen', freeze_cause: 'budget', budget_limit: 5_000, spent: 4_500 },
    })
    expect((await check(id, { budget: 500 })).body.outcome.budget.freezesAt).toBe(app.clock.now.toISOString())
    expect((await check(id, { budget: 2_000 })).body.outcome.budget.freezesAt).toBeNull()
  })

  it('expects the same spend as the evidence for the approver', async () => {
    const id = await app.sandbox({
      ...within,
      ...{ lease_end: inHours(app.clock.now, 10), spent: 4_000, spend_at: app.clock.now, hourly_rate: 100_000_000 },
    })
    const body = { hours: 10, budget: 2_000 }
    const { expected, limit } = (await check(id, body)).body.outcome.budget
    const { approvalId } = (await extend(id, body)).body
    const { evidence } = (await app.as(app.personId('Ravi')).get(`/account-approvals/${approvalId}`)).body
    expect(evidence.sandbox).toMatchObject({ expected: { amount: expected, limit }, typicalCost: null })
  })

  it('returns the same problem as the request, without a change', async () => {
    const [id, deletingId] = [await app.sandbox(), await app.sandbox()]
    await app.as(app.personId('Priya')).delete(`/sandboxes/${deletingId}`)
    for (const [sandboxId, body] of [
      [id, { hours: 73 }],
      [id, { hours: 0, budget: 0 }],
      [id, { budget: 45_001 }],
      [deletingId, {}],
    ] as const) {
      const { status, body: found } = await check(sandboxId, body)
      expect([status, found.outcome, found.problem]).toEqual([200, null, (await extend(sandboxId, body)).body.message])
    }
    expect(await app.row(id)).toMatchObject({ extensions_used: 0, version: 1 })
  })

  it.each([
    { hours: -1 },
    { hours: 1.5 },
    { hours: 8_761 },
    { budget: 1e12 },
    { hours: '48; drop table sandboxes' },
    { hours: null },
    { justification: 'x' },
  ])('rejects %o', async (body) => expect((await check(await app.sandbox(), body)).status).toBe(400))

  it('hides a sandbox from people who can’t see it, and the outcome from members', async () => {
    const hidden = await app.sandbox({ hidden: true })
    const responses = await Promise.all([check(hidden, {}, 'Tomasz'), check(randomUUID(), {}, 'Tomasz')])
    const [denied, unknown] = responses.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
    expect(denied).toEqual(unknown)
    expect(denied!.status).toBe(404)
    expect((await check(await app.sandbox({ members: [app.personId('Tomasz')] }), {}, 'Tomasz')).status).toBe(403)
    expect((await check(hidden, {}, 'Grace')).status).toBe(403)
  })

  roleSuite(
    'checkSandboxExtension',
    () => app,
    async () => ({ path: `/sandboxes/${await app.sandbox()}/extend/check`, body: { hours: 24, budget: 0 } }),
  )
})
