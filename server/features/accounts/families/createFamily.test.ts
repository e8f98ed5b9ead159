import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const commerce = () => app.company.towers.find((tower) => tower.name === 'Commerce')!
let createdCount = 0
const body = () => ({ name: `Family ${++createdCount}`, towerId: commerce().id, ownerIds: [app.persona('Ravi').id] })

describe('createFamily', () => {
  it('creates a family that can be read back', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const response = await admin.post('/families', { ...body(), name: 'Gift cards', description: 'Plastic and digital' })
    expect([response.status, response.headers.location]).toEqual([201, `/families/${response.body.id}`])
    expect(response.body).toMatchObject({
      name: 'Gift cards',
      tower: { id: commerce().id, name: 'Commerce' },
      owners: [{ displayName: 'Ravi Deshmukh' }],
      counts: { accounts: 0 },
      can: { update: true, delete: true, follow: true },
      version: 1,
    })
    expect((await admin.get(`/families/${response.body.id}`)).body).toEqual(response.body)
  })

  it('creates only one family for an Idempotency-Key', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const key = { 'idempotency-key': 'one-family' }
    const sharedBody = body()
    const [firstResponse, secondResponse] = [await admin.post('/families', sharedBody, key), await admin.post('/families', sharedBody, key)]
    expect([secondResponse.status, secondResponse.body, secondResponse.headers['idempotency-replayed']]).toEqual([
      201,
      firstResponse.body,
      'true',
    ])
  })

  roleSuite(
    'createFamily',
    () => app,
    () => ({ path: '/families', body: body() }),
  )

  it('rejects a taken name, an unknown tower, and missing or disabled owners', async () => {
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.post('/families', { ...body(), name: 'CHECKOUT' })).body).toMatchObject({
      code: 'nameTaken',
      errors: [{ field: 'name' }],
    })
    const unknownTowerResponse = await admin.post('/families', { ...body(), towerId: '00000000-0000-4000-8000-000000000000' })
    expect(unknownTowerResponse.body).toMatchObject({ status: 400, errors: [{ field: 'towerId' }] })
    expect((await admin.post('/families', { ...body(), ownerIds: [] })).body.errors[0].field).toBe('ownerIds')
    expect((await admin.post('/families', { ...body(), ownerIds: [app.persona('Oliver').id] })).body.errors[0].field).toBe('ownerIds.0')
  })
})
