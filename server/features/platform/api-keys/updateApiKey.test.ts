import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { generate } from './apiKeys.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
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
    const answer = await admin().patch(path(before.id), { ownerId: app.persona('Daniel').id, name: 'Renamed' }, { 'if-match': '"1"' })
    expect([status, answer.status]).toEqual([201, 200])
    expect(answer.body).toEqual({ ...before, name: 'Renamed', owner: expect.objectContaining({ displayName: 'Daniel Okoro' }), version: 2 })
  })

  roleSuite(
    'updateApiKey',
    () => app,
    () => ({ path: path(id), body: { name: 'Mine' } }),
  )

  it('rejects scopes, a disabled owner, an old version, a taken name, and a revoked key', async () => {
    const [one, two] = [await generate(app), await generate(app)]
    for (const body of [{ scopes: ['deploy'] }, { expiresInDays: 365 }, { accountIds: [] }, {}])
      expect((await admin().patch(path(one.id), body)).status).toBe(400)
    expect((await admin().patch(path(one.id), { ownerId: app.persona('Oliver').id })).body.errors).toMatchObject([{ field: 'ownerId.0' }])
    expect((await admin().patch(path(one.id), { name: 'x y' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await admin().patch(path(one.id), { name: two.name.toUpperCase() })).body.code).toBe('nameTaken')
    await admin().delete(path(one.id))
    expect((await admin().patch(path(one.id), { name: 'Too late' })).status).toBe(404)
  })
})
