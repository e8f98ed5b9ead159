import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { generate } from './apiKeys.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = (id: string) => `/admin/api-keys/${id}`

describe('updateApiKey', () => {
  let id: string
  beforeAll(async () => {
    id = (await generate(app)).id
  })

  it('changes the owner and the name, and nothing else', async () => {
    const { status, key, ...before } = await generate(app)
    const response = await admin().patch(path(before.id), { ownerId: app.persona('Daniel').id, name: 'Renamed' }, { 'if-match': '"1"' })
    expect([status, response.status]).toEqual([201, 200])
    expect(response.body).toEqual({
      ...before,
      name: 'Renamed',
      owner: expect.objectContaining({ displayName: 'Daniel Okoro' }),
      version: 2,
    })
  })

  roleSuite(
    'updateApiKey',
    () => app,
    () => ({ path: path(id), body: { name: 'Mine' } }),
  )

  it('rejects scopes, a disabled owner, an old version, a taken name, and a revoked key', async () => {
    const [firstKey, secondKey] = [await generate(app), await generate(app)]
    for (const body of [{ scopes: ['deploy'] }, { expiresInDays: 365 }, { accountIds: [] }, {}])
      expect((await admin().patch(path(firstKey.id), body)).status).toBe(400)
    expect((await admin().patch(path(firstKey.id), { ownerId: app.persona('Oliver').id })).body.errors).toMatchObject([
      { field: 'ownerId.0' },
    ])
    expect((await admin().patch(path(firstKey.id), { name: 'x y' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await admin().patch(path(firstKey.id), { name: secondKey.name.toUpperCase() })).body.code).toBe('nameTaken')
    await admin().delete(path(firstKey.id))
    expect((await admin().patch(path(firstKey.id), { name: 'Too late' })).status).toBe(404)
  })
})
