import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
let changeId: string
beforeAll(async () => {
  app = await startTestApp()
  changeId = (await owner().post(`/accounts/${account().id}/setResourceTags`, body())).body.id
})
afterAll(() => app.close())

const findOwnedAccounts = () =>
  app.company.accounts.filter(({ ownerIds, status }) => status === 'active' && ownerIds.includes(app.persona('Daniel').id))
const account = (n = 0) => findOwnedAccounts()[n]!
const owner = () => app.as(app.persona('Daniel').id)
const group = () => `/subscriptions/${account().subscriptionId}/resourceGroups/rg-${account().name}-app`
const body = () => ({ operation: 'merge', tags: { team: 'basket' }, resourceIds: [group()] })
const path = (n = 0) => `/accounts/${account(n).id}/tagChanges/${changeId}`

describe('getTagChange', () => {
  it('returns the results', async () => {
    expect((await owner().get(path())).body).toMatchObject({
      id: changeId,
      status: 'done',
      changed: 1,
      failed: 0,
      results: [{ resourceId: group(), ok: true, tags: { team: 'basket' } }],
    })
  })

  roleSuite(
    'getTagChange',
    () => app,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown change, and for a change of another account', async () => {
    expect((await owner().get(path(1))).status).toBe(404)
    expect((await owner().get(`/accounts/${account().id}/tagChanges/${crypto.randomUUID()}`)).status).toBe(404)
  })
})
