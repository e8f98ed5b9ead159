import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'
import { writeServices } from './services.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/services`

describe('listAccountServices', () => {
  it('returns each service by name, with its inputs and price', async () => {
    const account = updates.loadFree(0)
    const machines = updates.item('Virtual Machines')
    const inputs = { image: 'Red Hat 9', size: 'Standard_D4s_v5', count: 3 }
    await writeServices(app.db, account.id, { put: [{ id: machines.id, inputs }], removeIds: account.catalogueItemIds }, new Date())
    const response = await app.as(app.persona('Daniel').id).get(path(account))
    expect(response.body).toEqual([
      {
        id: machines.id,
        name: 'Virtual Machines',
        version: machines.version,
        inputs,
        settings: 'Image: Red Hat 9, Size: Standard_D4s_v5, Number of machines: 3',
        monthly: machines.monthlyEstimate.amount * 3,
      },
    ])
  })

  it('returns older services without their settings', async () => {
    const account = updates.loadFree(1)
    await app.db.deleteFrom('account_catalogue_items').where('account_id', '=', account.id).execute()
    const response = await app.as(app.persona('Grace').id).get(path(account))
    expect(response.body.map((each: { id: string }) => each.id).toSorted()).toEqual([...account.catalogueItemIds].toSorted())
    expect(response.body[0]).toMatchObject({ inputs: {}, settings: '' })
  })

  roleSuite(
    'listAccountServices',
    () => app,
    () => ({ path: path(updates.loadFree(0)) }),
  )

  it('returns 404 for an unknown account', async () => {
    const response = await app.as(app.persona('Daniel').id).get(path({ id: '00000000-0000-4000-8000-000000000000' }))
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
  })
})
