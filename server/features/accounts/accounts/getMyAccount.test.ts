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

describe('getMyAccount', () => {
  it.each(['Daniel', 'Niamh', 'Grace'])('shows all fields to %s', async (who) => {
    const answer = await app.as(app.persona(who).id).get(`/accounts/myAccounts/${mine().id}`)
    expect(answer.body).toMatchObject({ name: mine().name, budget: mine().budget, tags: mine().tags, network: mine().network })
  })

  roleSuite(
    'getMyAccount',
    () => app,
    () => ({ path: `/accounts/myAccounts/${mine().id}` }),
  )

  it('denies other people, and returns 404 for an unknown account', async () => {
    const stranger = app.as(app.persona('Tomasz').id)
    const answers = [await stranger.get(`/accounts/myAccounts/${mine().id}`), await stranger.get(`/accounts/myAccounts/${nothing}`)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthorised'],
      [404, 'notFound'],
    ])
  })

  it('rejects a malformed id', async () => {
    expect((await app.as(app.persona('Daniel').id).get('/accounts/myAccounts/1')).status).toBe(400)
  })
})
