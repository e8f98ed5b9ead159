import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { openDatabaseProxy } from '../../../../test/databaseProxy.ts'
import { openApp } from '../../../../test/openApp.ts'
import { until } from '../../../../test/until.ts'
import { openDatabase } from '../../../db/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getHealth', () => {
  it('returns 200 with only the status to anonymous callers', async () => {
    const response = await app.as('anonymous').get('/health')
    expect([response.status, response.body]).toEqual([200, { status: 'healthy' }])
  })

  it('returns 503 while the database is unavailable, like all calls, and recovers', async () => {
    const proxy = await openDatabaseProxy(app.databaseUrl)
    const database = openDatabase(proxy.url, { max: 3 })
    const open = await openApp(app, {}, { db: database.db })
    const cookie = { cookie: 'slipway-session=whatever' }
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${open.http}${path}`, { headers })
      return { status: response.status, body: await response.json() }
    }
    expect((await get('/health')).status).toBe(200)
    expect((await get('/me', cookie)).status).toBe(401)

    await proxy.cut()
    await until(() => database.pool.totalCount === 0)
    for (const response of [
      await get('/health'),
      await get('/health'),
      await get('/health', cookie),
      await get('/health', { 'x-api-key': 'slw_wrong' }),
      await get('/me', cookie),
      await get('/towers', cookie),
    ]) {
      expect(response).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      })
      expect(JSON.stringify(response.body)).not.toMatch(/ECONN|127\.0\.0\.1|postgres|stack/i)
    }
    const write = await fetch(`${open.http}/towers`, {
      method: 'POST',
      headers: { ...cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(write.status).toBe(503)
    // A denied call doesn't need the database, and is denied even if the denial can't be recorded.
    expect((await get('/me')).status).toBe(401)

    await proxy.repair()
    expect((await get('/health')).status).toBe(200)
    await open.close()
    await database.close()
    await proxy.close()
  })
})

describe('getHealth with any credentials', () => {
  it.each<Record<string, string>>([
    { 'x-api-key': 'slw_wrong' },
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic dXNlcjpwYXNz' },
    { cookie: 'slipway-session=expired' },
    { 'x-api-key': 'slw_wrong', authorization: 'Bearer wrong', cookie: 'slipway-session=expired' },
  ])('returns 200 with the headers %j', async (headers) => {
    const open = await openApp(app, { publicUrl: 'https://slipway.example', allowedHosts: ['127.0.0.1'] })
    const response = await fetch(`${open.http}/health`, { headers })
    expect([response.status, await response.json()]).toEqual([200, { status: 'healthy' }])
    expect(response.headers.get('set-cookie')).toBeNull()
    await open.close()
    const healthyResponse = await app.as('anonymous').get('/health', headers)
    expect([healthyResponse.status, healthyResponse.body]).toEqual([200, { status: 'healthy' }])
  })
})
