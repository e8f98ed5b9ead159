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

describe('getAccountOwnersNotUser', () => {
  it('leaves out only the caller', async () => {
    const path = `/accounts/${ownAccount().id}/AccountOwnersNotUser`
    const ids = async (givenName: string) =>
      (await app.as(app.persona(givenName).id).get(path)).body.map((owner: { id: string }) => owner.id)
    const { ownerIds } = ownAccount()
    expect(await ids('Tomasz')).toEqual(ownerIds)
    expect(await ids('Daniel')).toEqual(ownerIds.filter((id) => id !== app.persona('Daniel').id))
  })

  roleSuite(
    'getAccountOwnersNotUser',
    () => app,
    () => ({ path: `/accounts/${ownAccount().id}/AccountOwnersNotUser` }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${unknownId}/AccountOwnersNotUser`)).status).toBe(404)
  })
})
