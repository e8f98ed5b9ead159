import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const mine = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const nothing = '00000000-0000-4000-8000-000000000000'

describe('doIOwnAccount', () => {
  it('returns a boolean, which is false for an administrator who is no owner', async () => {
    const ask = async (who: string) => (await app.as(app.persona(who).id).get(`/accounts/${mine().id}/doIOwn`)).body
    expect([await ask('Daniel'), await ask('Tomasz'), await ask('Niamh')]).toEqual([true, false, false])
  })

  roleSuite(
    'doIOwnAccount',
    () => app,
    () => ({ path: `/accounts/${mine().id}/doIOwn` }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${nothing}/doIOwn`)).status).toBe(404)
  })
})
