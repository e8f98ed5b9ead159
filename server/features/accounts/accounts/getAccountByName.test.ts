import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!

describe('getAccountByName', () => {
  it('ignores case and surrounding spaces', async () => {
    const user = app.as(app.persona('Tomasz').id)
    for (const name of [ownAccount().name, ownAccount().name.toUpperCase(), ` ${ownAccount().name} `]) {
      const response = await user.get(`/accounts/byName/${encodeURIComponent(name)}`)
      expect([response.status, response.body.id]).toEqual([200, ownAccount().id])
    }
  })

  roleSuite(
    'getAccountByName',
    () => app,
    () => ({ path: `/accounts/byName/${ownAccount().name}` }),
  )

  it('returns 404 for an unknown name', async () => {
    const user = app.as(app.persona('Tomasz').id)
    expect((await user.get(`/accounts/byName/${ownAccount().name}%25`)).status).toBe(404)
    expect((await user.get(`/accounts/byName/${'x'.repeat(201)}`)).status).toBe(400)
  })
})
