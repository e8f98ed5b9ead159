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

describe('adminUpdateAccountOwners', () => {
  it('changes the owners of any account', async () => {
    const response = await app.as(app.persona('Niamh').id).patch(`/accounts/admin/${ownAccount().id}/owners`, owners('Ravi', 'Margaret'))
    expect([response.status, response.body.owners.length]).toEqual([200, 2])
    expect((await app.as(app.persona('Ravi').id).get(`/accounts/${ownAccount().id}/doIOwn`)).body).toBe(true)
  })

  roleSuite(
    'adminUpdateAccountOwners',
    () => app,
    () => ({ path: `/accounts/admin/${ownAccount().id}/owners`, body: owners('Tomasz', 'Priya') }),
  )

  it('denies an owner who isn’t an administrator', async () => {
    const account = app.company.accounts.filter((each) => each.ownerIds.includes(app.persona('Daniel').id))[1]!
    const response = await app.as(app.persona('Daniel').id).patch(`/accounts/admin/${account.id}/owners`, owners('Tomasz', 'Priya'))
    expect([response.status, response.body.code]).toEqual([401, 'unauthorised'])
  })

  it('rejects people who can’t be owners, and an unknown or decommissioned account', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const deletedAccount = app.company.accounts.find((account) => account.status === 'decommissioned')!
    expect((await admin.patch(`/accounts/admin/${ownAccount().id}/owners`, owners('Ravi', 'Oliver'))).body.errors).toEqual([
      { field: 'ownerIds.1', message: expect.stringContaining('Oliver Pemberton') },
    ])
    expect((await admin.patch(`/accounts/admin/${unknownId}/owners`, owners('Ravi', 'Margaret'))).status).toBe(404)
    expect((await admin.patch(`/accounts/admin/${deletedAccount.id}/owners`, owners('Ravi', 'Margaret'))).body.code).toBe('wrongState')
  })
})
