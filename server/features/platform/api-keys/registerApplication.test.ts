import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pipelineClientId, pipelineClientSecret, pipelineServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { type OpenApp, openApp } from '../../../../test/openApp.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
let replicas: OpenApp[]
let time: Date | undefined
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => time ?? new Date() })
  replicas = [await openApp(app), await openApp(app)]
})
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await app.close()
})

const path = '/admin/api-keys/applications'
const dayMs = 86_400_000
const admin = () => app.as(app.persona('Niamh').id)
const registration = (overrides: object = {}) => ({
  name: 'Rollout pipeline',
  clientId: pipelineClientId.toUpperCase(),
  scopes: ['edge:complete'],
  ...overrides,
})

async function appToken(): Promise<string> {
  const form = {
    grant_type: 'client_credentials',
    client_id: pipelineClientId,
    client_secret: pipelineClientSecret,
    scope: `${app.config.oidc.audience}/.default`,
  }
  const url = `${app.simulator.origins.identity}/${app.simulator.tenantId}/oauth2/v2.0/token`
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  return ((await response.json()) as { access_token: string }).access_token
}

async function sendAsApplication(replica: OpenApp, method: string, target: string, body?: unknown, token?: string) {
  const response = await fetch(`${replica.https}${target}`, {
    method,
    headers: { authorization: `Bearer ${token ?? (await appToken())}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const complete = (replica: OpenApp) => sendAsApplication(replica, 'PATCH', '/edge/completedStores', ['9999'])

async function withRegistration(callback: (id: string) => Promise<void>, overrides: object = {}): Promise<void> {
  const { status, body } = await admin().post(path, registration(overrides))
  expect(status).toBe(201)
  try {
    await callback(body.id)
  } finally {
    await app.db
      .updateTable('api_keys')
      .set({ revoked_at: new Date(), revoked_by: app.persona('Niamh').id })
      .where('id', '=', body.id)
      .where('revoked_at', 'is', null)
      .execute()
  }
}

describe('registerApplication', () => {
  it('lets the application act as a program with its scopes on every replica, under its name in the audit trail', async () => {
    expect((await complete(replicas[0]!)).status).toBe(401)
    await withRegistration(async (id) => {
      for (const replica of replicas) expect((await complete(replica)).status).toBe(200)
      const event = await app.db
        .selectFrom('audit_events')
        .selectAll()
        .where('operation', '=', 'completedStores')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(event).toMatchObject({ actor_id: null, actor_name: 'Rollout pipeline', credential: `application:${pipelineClientId}` })
      const addedEvent = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow()
      expect(addedEvent).toMatchObject({ operation: 'registerApplication', outcome: 'allowed', subject_kind: 'apiKey' })
      const { items } = (await admin().get(`/admin/api-keys?search=${pipelineClientId}`)).body
      expect(items).toMatchObject([{ id, clientId: pipelineClientId, prefix: null, state: 'active', lastUsedAt: expect.any(String) }])
    })
  })

  it('denies the application’s next call once it is revoked or expired, or its owner is disabled', async () => {
    await withRegistration(async (id) => {
      expect((await complete(replicas[1]!)).status).toBe(200)
      expect((await admin().delete(`/admin/api-keys/${id}`)).status).toBe(204)
      for (const replica of replicas) expect((await complete(replica)).status).toBe(401)
    })
    await withRegistration(
      async () => {
        const token = await appToken()
        time = new Date(Date.now() + dayMs + 1_000)
        expect((await sendAsApplication(replicas[0]!, 'PATCH', '/edge/completedStores', ['9999'], token)).status).toBe(401)
        time = undefined
      },
      { expiresInDays: 1 },
    )
    await withRegistration(
      async () => {
        const daniel = app.db.updateTable('people').where('id', '=', app.persona('Daniel').id)
        expect((await complete(replicas[0]!)).status).toBe(200)
        await daniel.set({ active: false }).execute()
        for (const replica of replicas) expect((await complete(replica)).status).toBe(401)
        await daniel.set({ active: true }).execute()
      },
      { ownerId: app.persona('Daniel').id },
    )
  })

  it('doesn’t let the application make requests or decisions, or become an owner', async () => {
    await withRegistration(async () => {
      const response = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'not-for-a-program' }))
      const approval = response.body.approvals[0]
      const calls: [string, string, unknown?][] = [
        ['GET', '/me'],
        ['GET', '/admin/settings'],
        ['POST', '/account-requests', newRequest(app, { name: 'asked-by-a-program' })],
        ['POST', `/account-approvals/${approval.id}`, { decision: 'approve', stage: 1 }],
        ['POST', path, registration({ name: 'Another' })],
      ]
      for (const [method, target, body] of calls)
        expect([target, (await sendAsApplication(replicas[0]!, method, target, body)).status]).toEqual([target, 403])
      expect((await fetch(`${replicas[0]!.https}/events`, { headers: { authorization: `Bearer ${await appToken()}` } })).status).toBe(401)
      const owner = { ownerIds: [pipelineServicePrincipalId, app.persona('Priya').id] }
      expect(
        (await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'owned-by-a-program', ...owner }))).status,
      ).toBe(400)
    })
    expect(await app.db.selectFrom('people').select('id').where('id', '=', pipelineServicePrincipalId).execute()).toEqual([])
  })

  it('matches the application by the claims of both token versions, but not by other claims', async () => {
    const mint = (claims: Record<string, unknown>, oid = pipelineServicePrincipalId) =>
      app.simulator.mintToken({ oid, audience: app.config.oidc.audience, claims })
    const readCallerOf = async (claims: Record<string, unknown>, oid?: string) => {
      const { status } = await sendAsApplication(replicas[0]!, 'PATCH', '/edge/completedStores', ['9999'], await mint(claims, oid))
      if (status !== 200) return status
      const { actor_name } = await app.db
        .selectFrom('audit_events')
        .select('actor_name')
        .where('operation', '=', 'completedStores')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return actor_name
    }
    const otherClientId = randomUUID()
    await withRegistration(async () => {
      await withRegistration(
        async () => {
          expect(await readCallerOf({ azp: pipelineClientId })).toBe('Rollout pipeline')
          expect(await readCallerOf({ azp: otherClientId })).toBe('Another program')
          expect(await readCallerOf({ azp: undefined, appid: otherClientId.toUpperCase() })).toBe('Another program')
          expect(await readCallerOf({ azp: otherClientId, idtyp: undefined })).toBe('Another program')
        },
        { name: 'Another program', clientId: otherClientId },
      )
      for (const insufficientClaims of [{ idtyp: 'user' }, { idtyp: undefined, sub: 'pairwise' }, { sub: 'pairwise' }, { azp: 'pipeline' }])
        expect([insufficientClaims, await readCallerOf({ azp: pipelineClientId, ...insufficientClaims })]).toEqual([
          insufficientClaims,
          401,
        ])
      const person = app.persona('Priya').id
      expect(await readCallerOf({ azp: pipelineClientId, scp: undefined, idtyp: undefined }, person)).toBe(401)
    })
  })

  it('denies calls outside its scopes', async () => {
    await withRegistration(async () => expect((await complete(replicas[0]!)).status).toBe(403), { scopes: ['pipeline:requeue'] })
  })

  roleSuite(
    'registerApplication',
    () => app,
    () => ({ path, body: registration() }),
  )

  it('denies a session without a recent step-up sign-in, with the challenge, and registers nothing', async () => {
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    const response = await weakCaller.post(path, registration({ name: 'Weakly asked' }))
    expect([response.status, response.body.code]).toEqual([401, 'stepUpNeeded'])
    expect(await app.db.selectFrom('api_keys').select('id').where('name', '=', 'Weakly asked').execute()).toEqual([])
  })

  it('rejects an application that is already registered, even in concurrent calls', async () => {
    const responses = await Promise.all(['One', 'Two'].map((name) => admin().post(path, registration({ name }))))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'conflict', errors: [{ field: 'clientId' }] })
    expect((await admin().delete(`/admin/api-keys/${responses.find(({ status }) => status === 201)!.body.id}`)).status).toBe(204)
  })

  it('rejects Slipway’s own client ID in upper or lower case', async () => {
    const { clientId } = app.config.oidc
    for (const ownId of [clientId, clientId.toUpperCase()]) {
      const response = await admin().post(path, registration({ clientId: ownId }))
      expect([response.status, response.body.errors?.[0].field]).toEqual([400, 'clientId'])
    }
  })

  it('rejects an invalid client ID, an account that isn’t needed, and unknown fields', async () => {
    const account = app.company.accounts[0]!.id
    for (const invalidInput of [{ clientId: 'pipeline' }, { clientId: undefined }, { accountIds: [account] }, { key: 'slw_x' }])
      expect([invalidInput, (await admin().post(path, registration(invalidInput))).status]).toEqual([invalidInput, 400])
  })
})
