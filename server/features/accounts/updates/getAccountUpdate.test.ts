import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { AccountUpdate } from './schemas.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let the: ReturnType<typeof services>
let update: AccountUpdate
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = services(app)
  update = await the.ask(the.free(0))
})
afterAll(() => app.close())

const path = () => `/accounts/${update.account.id}/updates/${update.id}`

describe('getAccountUpdate', () => {
  it('shows owners, approvers, administrators and auditors the change, its approvals and history', async () => {
    for (const givenName of ['Daniel', 'Ravi', 'Niamh', 'Grace']) {
      const answer = await app.as(app.persona(givenName).id).get(path())
      expect([givenName, answer.status, answer.headers.etag]).toEqual([givenName, 200, expect.stringMatching(/^"1\./)])
      expect(answer.body).toMatchObject({ id: update.id, diff: update.diff, price: update.price, waitingFor: 'Family owner' })
      expect(answer.body.timeline).toMatchObject([
        { kind: 'submitted', text: `Daniel Okoro requested a change to the services of ${update.account.name}` },
      ])
      expect(answer.body.can.edit === true).toBe(givenName === 'Daniel')
    }
  })

  it('shows the history of a change without approvals as well', async () => {
    const account = the.free(1)
    await app.as(app.persona('Daniel').id).patch(`/accounts/myAccounts/${account.id}`, { criticality: 'tier4' })
    const row = await app.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
    const answer = await app.as(app.persona('Daniel').id).get(`/accounts/${account.id}/updates/${row.id}`)
    expect(answer.body).toMatchObject({
      status: 'approved',
      approvals: [],
      price: null,
      can: { edit: 'You can’t change an update that is approved.' },
    })
    expect(answer.body.timeline).toMatchObject([{ kind: 'submitted', text: `Daniel Okoro changed the details of ${account.name}` }])
    expect(answer.body.work.steps.map((step: { status: string }) => step.status)).toEqual(Array(6).fill('pending'))
  })

  roleSuite(
    'getAccountUpdate',
    () => app,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown update, and for an update of another account', async () => {
    const daniel = app.as(app.persona('Daniel').id)
    expect((await daniel.get(`/accounts/${update.account.id}/updates/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
    expect((await daniel.get(`/accounts/${the.free(2).id}/updates/${update.id}`)).status).toBe(404)
  })
})
