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

describe('doIOwnAccount', () => {
  it('returns whether the caller is an owner, and false for an administrator who isn’t', async () => {
    const sendRequest = async (givenName: string) =>
      (await app.as(app.persona(givenName).id).get(`/accounts/${ownAccount().id}/doIOwn`)).body
    expect([await sendRequest('Daniel'), await sendRequest('Tomasz'), await sendRequest('Niamh')]).toEqual([true, false, false])
  })

  roleSuite(
    'doIOwnAccount',
    () => app,
    () => ({ path: `/accounts/${ownAccount().id}/doIOwn` }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${unknownId}/doIOwn`)).status).toBe(404)
  })
})
