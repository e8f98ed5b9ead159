import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { until } from '../../test/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('Idempotency-Key', () => {
  const priya = () => app.as(app.persona('Priya').id)
  const rows = async (name: string) => (await app.db.selectFrom('account_requests').select('id').where('name', '=', name).execute()).length
  const send = (name: string, key: string, caller = priya()) =>
    caller.post('/account-requests', newRequest(app, { name }), { 'idempotency-key': key })

  it('processes a repeated request once, with the same response', async () => {
    const [firstResponse, repeated] = [await send('idem-one-dev', 'one'), await send('idem-one-dev', 'one')]
    expect([firstResponse.status, repeated.status, repeated.headers['idempotency-replayed']]).toEqual([201, 201, 'true'])
    expect([repeated.body, repeated.headers['location'], repeated.headers['etag']]).toEqual([
      firstResponse.body,
      firstResponse.headers['location'],
      firstResponse.headers['etag'],
    ])
    expect(await rows('idem-one-dev')).toBe(1)
  })

  it('returns 422 for a different body, and processes a different person’s request with the same key', async () => {
    await send('idem-two-dev', 'two')
    expect(await send('idem-two-changed-dev', 'two')).toMatchObject({ status: 422, body: { code: 'idempotencyMismatch' } })
    expect(await send('idem-two-daniel-dev', 'two', app.as(app.persona('Daniel').id))).toMatchObject({ status: 201 })
  })

  it('returns 409 while the first request is in progress', async () => {
    const family = newRequest(app).familyId
    let firstResponse: ReturnType<typeof send> | undefined
    await app.db.transaction().execute(async (holder) => {
      await holder.selectFrom('families').select('id').where('id', '=', family).forUpdate().execute()
      firstResponse = send('idem-flight-dev', 'flight')
      await until(
        async () =>
          (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)).rows
            .length > 0,
      )
      expect(await send('idem-flight-dev', 'flight')).toMatchObject({ status: 409, body: { code: 'inFlight' } })
    })
    expect((await firstResponse!).status).toBe(201)
    expect((await send('idem-flight-dev', 'flight')).headers['idempotency-replayed']).toBe('true')
    expect(await rows('idem-flight-dev')).toBe(1)
  })

  it('leaves connections for other calls when more calls have transactions than there are connections', async () => {
    const body = { items: [{ id: crypto.randomUUID(), stage: 1, version: 1 }], decision: 'approve' }
    const responsePromises = Array.from({ length: 24 }, (_, index) =>
      priya().post('/account-approvals/together', body, { 'idempotency-key': `many-${index}` }),
    )
    expect((await Promise.all(responsePromises)).map(({ status }) => status)).toEqual(responsePromises.map(() => 200))
  })

  it('serves other people while slow calls of one person use all of that person’s connections', async () => {
    const { id, stage } = (await send('idem-slow-dev', 'slow')).body.approvals[0]
    const sendBulkDecision = (givenName: string, item: object, key: string) =>
      app
        .as(app.persona(givenName).id)
        .post('/account-approvals/together', { items: [item], decision: 'approve' }, { 'idempotency-key': key })
    let slowPromises: ReturnType<typeof sendBulkDecision>[] = []
    let endedCount = 0
    await app.db.transaction().execute(async (holder) => {
      await holder.selectFrom('approvals').select('id').where('id', '=', id).forUpdate().execute()
      slowPromises = Array.from({ length: 6 }, (_, index) =>
        sendBulkDecision('Ravi', { id, stage, version: 1 }, `slow-${index}`).finally(() => {
          endedCount++
        }),
      )
      await until(
        async () =>
          (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)).rows
            .length > 1,
      )
      await delay(1_000)
      expect((await sendBulkDecision('Daniel', { id: crypto.randomUUID(), stage: 1, version: 1 }, 'quick')).status).toBe(200)
      expect(endedCount, 'calls waited until four of them failed').toBeLessThan(4)
    })
    expect((await Promise.all(slowPromises)).map(({ status }) => status)).toEqual(slowPromises.map(() => 200))
  })

  it('is accepted again after a failure, and 24 hours after a success', async () => {
    const existingName = app.company.accounts[0]!.name
    expect((await send(existingName, 'again')).status).toBe(409)
    const firstResponse = await send('idem-again-dev', 'again')
    expect(firstResponse.status).toBe(201)
    const age = (interval: string) =>
      sql`update idempotency_keys set created_at = now() - ${interval}::interval where key = 'again'`.execute(app.db)
    await age('23 hours 59 minutes')
    expect((await send('idem-again-dev', 'again')).headers['idempotency-replayed']).toBe('true')
    await age('24 hours 1 minute')
    const laterResponse = await send('idem-again-later-dev', 'again')
    expect([laterResponse.status, laterResponse.headers['idempotency-replayed']]).toEqual([201, undefined])
  })

  it.each(['', ' ', 'x'.repeat(256), 'a b', 'caf\u00e9'])('returns 400 if it is %j', async (key) => {
    expect(await send('idem-bad-dev', key)).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } })
  })

  it('processes ten concurrent calls once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => send('idem-race-dev', 'race')))
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect(await rows('idem-race-dev')).toBe(1)
  })
})
