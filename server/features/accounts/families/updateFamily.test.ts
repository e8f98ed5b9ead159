import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const checkout = () => app.company.families.find((family) => family.name === 'Checkout')!

describe('updateFamily', () => {
  it('changes only the fields that are sent', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const familyBefore = (await admin.get(`/families/${checkout().id}`)).body
    const response = await admin.patch(`/families/${checkout().id}`, { description: 'Paying', ownerIds: [app.persona('Daniel').id] })
    expect(response.body).toEqual({
      ...familyBefore,
      description: 'Paying',
      owners: [expect.objectContaining({ displayName: 'Daniel Okoro' })],
      version: 2,
      updatedAt: expect.any(String),
    })
  })

  it('moves its accounts to the other tower', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const family = app.company.families.find((each) => each.id !== checkout().id)!
    const otherTower = app.company.towers.find((tower) => tower.id !== family.towerId)!
    const response = await admin.patch(`/families/${family.id}`, { towerId: otherTower.id.toUpperCase() })
    expect([response.status, response.body.tower]).toEqual([200, { id: otherTower.id, name: otherTower.name }])
    const towers = await app.db.selectFrom('accounts').select('tower_id').distinct().where('family_id', '=', family.id).execute()
    expect(towers).toEqual([{ tower_id: otherTower.id }])
  })

  roleSuite(
    'updateFamily',
    () => app,
    () => ({ path: `/families/${checkout().id}`, body: { description: 'mine' } }),
  )

  it('rejects an old version, a taken name, and an unknown tower or family', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const path = `/families/${checkout().id}`
    const otherFamily = app.company.families.find((family) => family.id !== checkout().id)!
    const unknownId = '00000000-0000-4000-8000-000000000000'
    expect((await admin.patch(path, { description: 'x' }, { 'if-match': '"77"' })).status).toBe(412)
    expect((await admin.patch(path, { name: otherFamily.name.toLowerCase() })).body.code).toBe('nameTaken')
    expect((await admin.patch(path, { towerId: unknownId })).body.errors).toMatchObject([{ field: 'towerId' }])
    expect((await admin.patch(`/families/${unknownId}`, { description: 'x' })).status).toBe(404)
  })
})
