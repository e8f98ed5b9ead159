import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { openDatabaseProxy } from '../../test/databaseProxy.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { until } from '../../test/until.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { UnknownOutcome } from '../db/unavailable.ts'
import { accountOf, assignmentRow, grantAccessTo } from '../features/access/assignments/access.fixture.ts'
import { activateRole, activationRow, roleIds } from '../features/access/pim/pim.fixture.ts'
import { outcomeUnknown } from './afterCommit.ts'

let app: TestApp
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let database: OpenDatabase
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  proxy = await openDatabaseProxy(app.runtimeUrl)
  database = openDatabase(proxy.url, { max: 4 })
  const { db, callDb, runQueued, waitingCalls } = database
  open = await openApp(app, {}, { db, callDb, runQueued, waitingCalls })
})
afterEach(async () => {
  await open.close()
  await database.close()
  await proxy.close()
})

const commit = 'commit\0'
const as = (givenName: string) => app.as(app.persona(givenName).id).on(open.server)
const saved = async (name: string) => (await app.db.selectFrom('saved_views').select('id').where('name', '=', name).execute()).length
const outcomes = async (operation: string, since: Date) =>
  (
    await app.db
      .selectFrom('audit_events')
      .select('outcome')
      .where('operation', '=', operation)
      .where('at', '>=', since)
      .orderBy('id')
      .execute()
  ).map(({ outcome }) => outcome)

async function createView(name: string, headers: Record<string, string> = {}) {
  const priya = as('Priya')
  await priya.get('/me')
  return {
    since: new Date(),
    send: () => priya.post('/views', { screen: 'accounts', name }, headers),
  }
}

describe('a call whose connection breaks in its transaction', () => {
  it.each([
    ['insert into "saved_views"', 'before'],
    ['insert into "saved_views"', 'after'],
    ['insert into "audit_events"', 'before'],
    ['insert into "audit_events"', 'after'],
  ] as const)('returns 503 without changes, and succeeds when it is repeated: %s, %s', async (statement, when) => {
    const name = `Lost ${when} ${statement}`
    const view = await createView(name)
    proxy.breakAt(statement, when)
    expect(await view.send()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await saved(name)).toBe(0)
    expect(await outcomes('createView', view.since)).toEqual(['failed'])
    expect((await view.send()).status).toBe(201)
  })
})

describe('a call whose connection breaks during the commit', () => {
  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('reports that its outcome is unknown, without a failed event: %s', async (when, count) => {
    const view = await createView(`Unknown ${when}`)
    proxy.breakAt(commit, when)
    const response = await view.send()
    expect(response).toMatchObject({ status: 503, body: { code: 'outcomeUnknown' } })
    expect(response.body.message).toBe(outcomeUnknown(new UnknownOutcome(undefined), { repeatable: false }).message)
    await until(async () => (await saved(`Unknown ${when}`)) === count)
    expect(await outcomes('createView', view.since)).toEqual(count === 1 ? ['allowed'] : [])
  })

  it.each(['before', 'after'] as const)('is done once when it is repeated with its Idempotency-Key: %s', async (when) => {
    const key = `unknown-${when}`
    const view = await createView(`Repeated ${when}`, { 'idempotency-key': key })
    proxy.breakAt(commit, when)
    const response = await view.send()
    expect(response).toMatchObject({ status: 503, body: { code: 'outcomeUnknown', message: expect.stringContaining('Idempotency-Key') } })
    await until(async () => (await saved(`Repeated ${when}`)) === (when === 'after' ? 1 : 0))
    const repeated = await view.send()
    expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([201, when === 'after' ? 'true' : undefined])
    expect(await saved(`Repeated ${when}`)).toBe(1)
    expect(await outcomes('createView', view.since)).toEqual(['allowed'])
  })
})

describe('a call with a transaction per item', () => {
  it('returns the outcomes even if its Idempotency-Key can’t be stored', async () => {
    const ravi = as('Ravi')
    await ravi.get('/me')
    proxy.breakAt('insert into "idempotency_keys"', 'before')
    const body = { items: [{ id: crypto.randomUUID(), stage: 1, version: 1 }], decision: 'approve' }
    const response = await ravi.post('/account-approvals/together', body, { 'idempotency-key': 'not-stored' })
    expect(response).toMatchObject({ status: 200, body: { counts: { counted: 0 }, results: [{ outcome: 'denied' }] } })
  })

  it('returns the outcomes even if the event of a rejected item can’t be written', async () => {
    const runId = crypto.randomUUID()
    const niamh = as('Niamh')
    await niamh.get('/me')
    const since = new Date()
    proxy.breakAt('insert into "audit_events"', 'before')
    const response = await niamh.post('/work/retry', { runIds: [runId] })
    expect(response).toMatchObject({ status: 200, body: { done: 0, results: [{ runId, outcome: 'denied' }] } })
    expect(await outcomes('retryRuns', since)).toEqual(['denied'])
  })
})

describe('a call whose database becomes unavailable after its commit', () => {
  async function sendAndDisconnect<T>(send: () => Promise<T>): Promise<T> {
    proxy.breakAt(commit, 'everything')
    try {
      return await send()
    } finally {
      await proxy.repair()
    }
  }

  it('returns 202 for revokeAccountAccess, without a failed event', async () => {
    const { path, assignment } = await grantAccessTo(app, accountOf(app, 0), { durationHours: 24 })
    const priya = as('Priya')
    await priya.get('/me')
    const since = new Date()
    expect(await sendAndDisconnect(() => priya.delete(path))).toMatchObject({ status: 202, body: { status: 'revoking' } })
    expect(await outcomes('revokeAccountAccess', since)).toEqual(['allowed'])
    await until(async () => (await assignmentRow(app, assignment.id)).status === 'revoked')
  })

  it('returns 201 for createPimAssignment and 202 for deactivatePimRole, without failed events', async () => {
    const daniel = as('Daniel')
    const since = new Date()
    const body = { roleDefinitionId: roleIds.contributor, durationMinutes: 60, justification: 'To restart the payment service.' }
    await daniel.get('/me')
    const created = await sendAndDisconnect(() => daniel.post(`/accounts/${accountOf(app, 1).id}/createAssignment`, body))
    expect([created.status, created.body.status]).toEqual([201, 'sending'])
    expect(await outcomes('createPimAssignment', since)).toEqual(['allowed'])
    await until(async () => (await activationRow(app, created.body.id)).status === 'active')

    const { id } = (await activateRole(app, 2)).body
    const ended = await sendAndDisconnect(() => daniel.post(`/pim/activations/${id}/deactivate`))
    expect([ended.status, ended.body.status]).toEqual([202, 'ending'])
    expect(await outcomes('deactivatePimRole', since)).toEqual(['allowed'])
  })
})
