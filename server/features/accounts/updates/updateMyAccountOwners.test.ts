import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const unknownId = '00000000-0000-4000-8000-000000000000'

const owners = (...names: string[]) => ({ ownerIds: names.map((name) => app.persona(name).id) })

describe('updateMyAccountOwners', () => {
  it('replaces the owners in the requested order, and denies the former owner immediately', async () => {
    const owner = app.as(app.persona('Daniel').id)
    const path = `/accounts/myAccounts/${ownAccount().id}/owners`
    const response = await owner.patch(path, owners('Ravi', 'Margaret', 'Ewa'))
    expect(response.status).toBe(200)
    expect(response.body.owners.map((each: { displayName: string }) => each.displayName)).toEqual([
      'Ravi Deshmukh',
      'Margaret Llewellyn',
      'Ewa Kowalczyk',
    ])
    expect(response.body.version).toBe(2)
    expect((await owner.patch(path, owners('Daniel', 'Ravi'))).status).toBe(401)
    expect((await app.as(app.persona('Ewa').id).patch(path, owners('Daniel', 'Ravi'))).status).toBe(200)
  })

  roleSuite(
    'updateMyAccountOwners',
    () => app,
    () => ({ path: `/accounts/myAccounts/${ownAccount().id}/owners`, body: owners('Tomasz', 'Priya') }),
  )

  it.each([
    ['an empty list', () => ({ ownerIds: [] }), 'ownerIds'],
    ['one person', () => owners('Daniel'), 'ownerIds'],
    ['one person twice', () => ({ ownerIds: [app.persona('Daniel').id, app.persona('Daniel').id.toUpperCase()] }), 'ownerIds.1'],
    ['someone disabled', () => owners('Daniel', 'Ravi', 'Oliver'), 'ownerIds.2'],
    ['someone unknown', () => ({ ownerIds: [app.persona('Daniel').id, app.persona('Ravi').id, unknownId] }), 'ownerIds.2'],
    [
      'eleven people',
      () => ({
        ownerIds: app.company.people
          .filter((person) => person.enabled)
          .slice(0, 11)
          .map((person) => person.id),
      }),
      'ownerIds',
    ],
  ])('rejects %s, and changes nothing', async (_, body, field) => {
    const owner = app.as(app.persona('Daniel').id)
    const accountBefore = (await owner.get(`/accounts/${ownAccount().id}`)).body
    const response = await owner.patch(`/accounts/myAccounts/${ownAccount().id}/owners`, body())
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
    expect((await owner.get(`/accounts/${ownAccount().id}`)).body).toEqual(accountBefore)
  })

  it('accepts only one of many changes of the same version', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const { version } = (await admin.get(`/accounts/${ownAccount().id}`)).body
    const updateOwners = () =>
      admin.patch(`/accounts/myAccounts/${ownAccount().id}/owners`, owners('Daniel', 'Ravi', 'Margaret'), { 'if-match': `"${version}"` })
    const statuses = (await Promise.all(Array.from({ length: 8 }, updateOwners))).map((response) => response.status)
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(412)])
  })
})
