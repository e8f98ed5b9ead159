import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { onlyOwnersGrant } from './policy.ts'
import { add, clientOf, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const list = (givenName: string, query: string) => clientOf(app, givenName).get(`/sandbox-access/groups/adv?${query}`)

describe('listSandboxAccessGroupsAdv', () => {
  it('filters, searches and shows the caller’s access', async () => {
    const sandbox = await teamSandbox(app, { name: 'pricing-lab' })
    await add(app, sandbox, 'Priya')
    const { body } = await list('Priya', `filter=sandbox==${sandbox.id}`)
    expect(body).toMatchObject({ page: 1, total: 2 })
    expect(body.items).toMatchObject([
      { suffix: 'owners', forOwners: true, memberCount: 0, mine: { member: false }, can: { request: true } },
      {
        suffix: 'team',
        forOwners: false,
        memberCount: 1,
        mine: { member: true, until: null },
        can: { request: expect.any(String) },
      },
    ])
    const response = await list('Tomasz', 'search=pricing-lab&filter=role==Reader')
    expect(response.body.items).toMatchObject([
      {
        id: sandbox.team.id,
        can: { addMembers: onlyOwnersGrant },
      },
    ])
    const ownResponse = await list('Daniel', `filter=owner==${app.persona('Daniel').id};sandboxStatus==active&size=1`)
    expect(ownResponse.body.items[0].can.addMembers).toBe(true)
  })

  it('omits hidden sandboxes, even from the total', async () => {
    const hiddenSandbox = await teamSandbox(app, { hidden: true })
    expect((await list('Priya', `filter=sandbox==${hiddenSandbox.id}`)).body).toMatchObject({ items: [], total: 0 })
    expect((await list('Niamh', `filter=sandbox==${hiddenSandbox.id}`)).body.total).toBe(2)
  })

  it('rejects unknown fields, and names their position', async () => {
    expect(await list('Priya', 'filter=account==x')).toMatchObject({ status: 400, body: { errors: [{ field: 'filter' }] } })
    expect(await list('Priya', 'sort=role')).toMatchObject({ status: 400, body: { errors: [{ field: 'sort' }] } })
  })

  roleSuite(
    'listSandboxAccessGroupsAdv',
    () => app,
    () => ({ path: '/sandbox-access/groups/adv' }),
  )
})
