import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { openApp } from '../../../../test/openApp.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { generate, isAccepted } from './apiKeys.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = (id: string) => `/admin/api-keys/${id}`

describe('deleteApiKey', () => {
  let id: string
  beforeAll(async () => {
    id = (await generate(app)).id
  })

  it('revokes the key for the next call on every replica, and keeps its record', async () => {
    const { id, key } = await generate(app)
    const replica = await openApp(app)
    const isAcceptedByReplica = async () => (await fetch(`${replica.http}/towers`, { headers: { 'x-api-key': key } })).status === 403
    expect([await isAccepted(app, key), await isAcceptedByReplica()]).toEqual([true, true])
    expect((await admin().delete(path(id))).status).toBe(204)
    expect([await isAccepted(app, key), await isAcceptedByReplica()]).toEqual([false, false])
    await replica.close()
    const row = await app.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ revoked_by: app.persona('Niamh').id, revoked_at: expect.any(Date), version: 2 })
  })

  it('keeps other keys valid', async () => {
    const [firstKey, secondKey] = [await generate(app), await generate(app)]
    await admin().delete(path(firstKey.id))
    expect(await isAccepted(app, secondKey.key)).toBe(true)
  })

  roleSuite(
    'deleteApiKey',
    () => app,
    () => ({ path: path(id) }),
  )

  it('rejects a key that is already deleted or was changed in the meantime', async () => {
    const { id, key } = await generate(app)
    expect((await admin().delete(path(id), undefined, { 'if-match': '"7"' })).status).toBe(412)
    expect(await isAccepted(app, key)).toBe(true)
    expect((await admin().delete(path(id), undefined, { 'if-match': '"1"' })).status).toBe(204)
    expect(await admin().delete(path(id))).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect((await admin().delete(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })
})
