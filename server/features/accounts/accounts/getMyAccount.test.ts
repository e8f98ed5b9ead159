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

describe('getMyAccount', () => {
  it.each(['Daniel', 'Niamh', 'Grace'])('shows all fields to %s', async (personaName) => {
    const response = await app.as(app.persona(personaName).id).get(`/accounts/myAccounts/${ownAccount().id}`)
    expect(response.body).toMatchObject({
      name: ownAccount().name,
      budget: ownAccount().budget,
      tags: ownAccount().tags,
      network: ownAccount().network,
    })
  })

  roleSuite(
    'getMyAccount',
    () => app,
    () => ({ path: `/accounts/myAccounts/${ownAccount().id}` }),
  )

  it('denies other people, and returns 404 for an unknown account', async () => {
    const outsider = app.as(app.persona('Tomasz').id)
    const responses = [
      await outsider.get(`/accounts/myAccounts/${ownAccount().id}`),
      await outsider.get(`/accounts/myAccounts/${unknownId}`),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthorised'],
      [404, 'notFound'],
    ])
  })

  it('rejects a malformed ID', async () => {
    expect((await app.as(app.persona('Daniel').id).get('/accounts/myAccounts/1')).status).toBe(400)
  })
})
