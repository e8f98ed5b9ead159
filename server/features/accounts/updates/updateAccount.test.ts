import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newAccountBody } from '../accounts/newAccountBody.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('updateAccount', () => {
  it('moves an account to another family of its tower and reclassifies it', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const family = app.company.families.find((each) => each.towerId === ownAccount().towerId && each.id !== ownAccount().familyId)!
    const response = await admin.patch(`/accounts/${ownAccount().id}`, { familyId: family.id, dataClassification: 'restricted' })
    expect([response.status, response.body.family.name, response.body.dataClassification, response.body.version]).toEqual([
      200,
      family.name,
      'restricted',
      2,
    ])
  })

  it('changes every field of a manual record', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const { id } = (await admin.post('/accounts', newAccountBody(app))).body
    const change = {
      name: 'Renamed',
      environment: 'production',
      workload: 'Production',
      region: 'ukwest',
      managementGroup: 'ng-x',
      subscriptionId: app.company.hub.subscriptionId,
    }
    expect((await admin.patch(`/accounts/${id}`, change)).body).toMatchObject(change)
  })

  roleSuite(
    'updateAccount',
    () => app,
    () => ({ path: `/accounts/${ownAccount().id}`, body: { description: 'mine' }, outsider: app.persona('Daniel').id }),
  )

  it('rejects fields that the cloud determines', async () => {
    const change = { name: 'x', region: 'ukwest', environment: 'test' }
    const response = await app.as(app.persona('Niamh').id).patch(`/accounts/${ownAccount().id}`, change)
    expect([response.status, response.body.errors.map((error: { field: string }) => error.field).sort()]).toEqual([
      400,
      Object.keys(change).sort(),
    ])
  })

  it('rejects a family of another tower, a taken name, an unknown subscription and an old version', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const { id } = (await admin.post('/accounts', newAccountBody(app))).body
    const familyOfOtherTower = app.company.families.find((each) => each.towerId !== ownAccount().towerId)!
    expect((await admin.patch(`/accounts/${id}`, { familyId: familyOfOtherTower.id })).body.errors[0].field).toBe('familyId')
    expect((await admin.patch(`/accounts/${id}`, { name: ownAccount().name })).body.code).toBe('nameTaken')
    expect((await admin.patch(`/accounts/${id}`, { subscriptionId: unknownId })).body.errors[0].field).toBe('subscriptionId')
    expect((await admin.patch(`/accounts/${id}`, { description: 'x' }, { 'if-match': '"2"' })).status).toBe(412)
  })
})
