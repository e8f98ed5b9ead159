import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../simulator/core/exchangeLog.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { wireValidator } from '../../../../test/wire.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('createAccountRequest', () => {
  it('stores the request, opens the first stage and notifies its approvers', async () => {
    const priya = app.persona('Priya')
    const body = newRequest(app, { name: 'checkout-vouchers-dev' })
    const response = await app.as(priya.id).post('/account-requests', body)
    expect(response.status).toBe(201)
    expect(response.headers['location']).toBe(`/account-requests/${response.body.id}`)
    expect(response.headers['etag']).toBe('"1"')
    expect(response.body.reference).toMatch(/^ACC-\d{4}-\d{4,}$/)
    expect(response.body.approvals[0].stages.map((stage: { name: string; status: string }) => [stage.name, stage.status])).toEqual([
      ['Family owner', 'open'],
      ['Tower lead', 'waiting'],
    ])
    const row = await app.db.selectFrom('account_requests').selectAll().where('id', '=', response.body.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'pending_approval', requester_id: priya.id, name: 'checkout-vouchers-dev' })
    const notifications = await app.db.selectFrom('notifications').select('person_id').where('kind', '=', 'decisionNeeded').execute()
    expect(notifications.map((notification) => notification.person_id)).toContain(app.persona('Ravi').id)
  })

  it('creates the account after the last approval, over HTTP', async () => {
    const exchanges: Exchange[] = []
    app.simulator.exchanges.onExchange((exchange) => exchanges.push(exchange))
    // People copy these tags from another account. Slipway writes its own values for managed ones.
    const requestBody = newRequest(app, { name: 'checkout-gifts-dev', tags: { team: 'gifts', CostCentre: 'CC-9', managedBy: 'hand' } })
    const requestedResponse = await app.as(app.persona('Priya').id).post('/account-requests', requestBody)
    const approvalId = requestedResponse.body.approvals[0].id
    expect((await app.as(app.persona('Ravi').id).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(
      200,
    )
    expect(
      (await app.as(app.persona('Margaret').id).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 2 })).status,
    ).toBe(200)
    await app.drain()
    const request = (await app.as(app.persona('Priya').id).get(`/account-requests/${requestedResponse.body.id}`)).body
    expect(request.run.steps.filter((step: { status: string }) => step.status !== 'succeeded')).toEqual([])
    const account = await app.db.selectFrom('accounts').selectAll().where('id', '=', request.accountId).executeTakeFirstOrThrow()
    const tags = { team: 'gifts', costCentre: 'CC-1000', managedBy: 'slipway' }
    expect(account).toMatchObject({ status: 'active', management_group_id: 'ng-lz-corp-dev', tags })
    expect(account.tags).not.toHaveProperty('CostCentre')
    const loadScores = () => app.db.selectFrom('account_health').select('score').where('account_id', '=', account.id).executeTakeFirst()
    await until(async () => (await loadScores()) !== undefined)
    const verdict = await (await wireValidator())?.validator(exchanges)
    if (verdict) {
      expect(verdict.violations).toEqual([])
      expect(verdict.validated).toBeGreaterThan(10)
    }
  })

  roleSuite(
    'createAccountRequest',
    () => app,
    () => ({ path: '/account-requests', body: newRequest(app, { name: 'never-made-dev' }) }),
  )

  it('returns 409 for the name of an account or of another request', async () => {
    const existingName = app.company.accounts[0]!.name
    const response = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: existingName.toUpperCase() }))
    expect(response).toMatchObject({ status: 409, body: { code: 'nameTaken', errors: [{ field: 'name' }] } })
  })

  it('rejects a budget alert that is listed twice', async () => {
    const { budget } = newRequest(app)
    const body = newRequest(app, {
      name: 'same-alert-dev',
      budget: { ...budget, thresholds: [...budget.thresholds, budget.thresholds[0]!] },
    })
    const response = await app.as(app.persona('Priya').id).post('/account-requests', body)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalidRequest', errors: [{ field: 'budget.thresholds.2' }] } })
    expect(await app.db.selectFrom('account_requests').select('id').where('name', '=', body.name).execute()).toEqual([])
  })

  it('rejects unknown fields, including a forged status', async () => {
    for (const extra of [{ status: 'approved' }, { approvedBy: app.persona('Ravi').id }, { requesterId: app.persona('Ravi').id }]) {
      const response = await app
        .as(app.persona('Priya').id)
        .post('/account-requests', { ...newRequest(app, { name: 'forged-dev' }), ...extra })
      expect(response).toMatchObject({ status: 400, body: { code: 'invalidRequest', errors: [{ field: Object.keys(extra)[0] }] } })
    }
    expect(await app.db.selectFrom('account_requests').select('id').where('name', '=', 'forged-dev').execute()).toEqual([])
  })

  it('rejects tags that Azure would reject later, and a different currency', async () => {
    const { budget } = newRequest(app)
    for (const [overrides, field] of [
      [{ tags: { 'windows-squad': 'x' } }, 'tags.windows-squad'],
      [{ tags: { team: 'a', TEAM: 'b' } }, 'tags.TEAM'],
      [{ tags: { team: 'a\u0000' } }, 'tags.team'],
      [{ budget: { ...budget, currency: 'JPY' } }, 'budget.currency'],
    ] as const) {
      const response = await app
        .as(app.persona('Priya').id)
        .post('/account-requests', newRequest(app, { name: 'refused-dev', ...overrides }))
      expect([response.status, response.body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]])
    }
  })

  it('rejects disabled owners, unknown contacts and families of another tower, naming each', async () => {
    const family = app.company.families.find((candidate) => candidate.towerId !== newRequest(app).towerId)!
    const body = newRequest(app, {
      name: 'all-wrong-dev',
      familyId: family.id,
      budget: { ...newRequest(app).budget, contacts: ['nobody@northgate.example'] },
    })
    const response = await app.as(app.persona('Priya').id).post('/account-requests', body)
    expect(response.status).toBe(400)
    expect(response.body.errors.map((error: { field: string }) => error.field).sort()).toEqual(['budget.contacts.0', 'familyId'])
    const deletedResponse = await app
      .as(app.persona('Priya').id)
      .post('/account-requests', newRequest(app, { name: 'all-wrong-dev', ownerIds: [app.persona('Priya').id, app.persona('Oliver').id] }))
    expect(deletedResponse).toMatchObject({ status: 400, body: { errors: [{ field: 'ownerIds.1' }] } })
  })

  it.each(['none', 'internet', 'corporate'] as const)('rejects an unknown region, with connectivity %s', async (connectivity) => {
    const body = newRequest(app, { name: 'on-mars-dev', region: 'mars', connectivity })
    const response = await app.as(app.persona('Priya').id).post('/account-requests', body)
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'region' }] } })
    expect(response.body.errors).toHaveLength(1)
    expect(await app.db.selectFrom('account_requests').select('id').where('name', '=', body.name).execute()).toEqual([])
  })
})

describe('createAccountRequest with an Idempotency-Key', () => {
  it('returns the first response again, and rejects a different body', async () => {
    const priya = app.as(app.persona('Priya').id)
    const body = newRequest(app, { name: 'only-once-dev' })
    const headers = { 'idempotency-key': 'key-1' }
    const [firstResponse, repeated] = [
      await priya.post('/account-requests', body, headers),
      await priya.post('/account-requests', body, headers),
    ]
    expect([firstResponse.status, repeated.status]).toEqual([201, 201])
    expect(repeated.body.id).toBe(firstResponse.body.id)
    expect(repeated.headers['idempotency-replayed']).toBe('true')
    expect((await priya.post('/account-requests', { ...body, name: 'another-dev' }, headers)).status).toBe(422)
  })
})
