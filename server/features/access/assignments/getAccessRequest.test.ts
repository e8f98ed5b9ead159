import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, decide, requestAccess } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

const path = (id: string) => `/account-access/access-requests/${id}`

describe('getAccessRequest', () => {
  it('shows the request to its requester, the account’s owners, administrators and auditors', async () => {
    const account = accountOf(app, 0)
    const { body } = await requestAccess(app, account)
    for (const givenName of ['Priya', 'Daniel', 'Niamh', 'Grace']) {
      const response = await as(givenName).get(path(body.id))
      expect(response.status).toBe(200)
      expect(response.body).toMatchObject({
        reference: body.reference,
        account: { id: account.id },
        group: { name: `az-${account.name}-readers`, roles: ['Reader'] },
        requester: { id: app.persona('Priya').id },
        timeline: [{ kind: 'submitted' }],
      })
      const isOwn = givenName === 'Priya'
      expect(response.body.can).toEqual({
        edit: isOwn || expect.any(String),
        withdraw: isOwn || expect.any(String),
      })
    }
  })

  it('shows the history of the request', async () => {
    const { body, approvalId } = await requestAccess(app, accountOf(app, 1))
    await decide(app, 'Daniel', approvalId, 'requestChanges', 'Say which service.')
    expect((await as('Priya').get(path(body.id))).body).toMatchObject({
      status: 'changes_requested',
      timeline: [{ kind: 'submitted' }, { kind: 'requestChanges', comment: 'Say which service.' }],
    })
  })

  roleSuite(
    'getAccessRequest',
    () => app,
    async () => ({ path: path((await requestAccess(app, accountOf(app, 2))).body.id ?? (await open(2))) }),
  )

  it('returns 404 for an unknown request', async () => {
    expect((await as('Niamh').get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })
})

async function open(n: number): Promise<string> {
  const row = await app.db
    .selectFrom('access_requests as r')
    .innerJoin('access_groups as g', 'g.id', 'r.group_id')
    .select('r.id')
    .where('g.account_id', '=', accountOf(app, n).id)
    .executeTakeFirstOrThrow()
  return row.id
}
