import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, addOwners, as, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('listMySandboxAccess', () => {
  it('lists only the caller’s own access, the next to end first', async () => {
    const [one, other, owned] = [await teamSandbox(app), await teamSandbox(app), await teamSandbox(app, { ownedBy: ['Priya'] })]
    const before = (await as(app, 'Priya').get('/sandbox-access/myAccess')).body.length
    await add(app, one, 'Priya')
    await add(app, other, 'Priya', { endsAt: new Date(Date.now() + 7_200_000).toISOString() })
    await add(app, other, 'Tomasz')
    await addOwners(app, owned)
    const { status, body } = await as(app, 'Priya').get('/sandbox-access/myAccess')
    expect([status, body.length]).toEqual([200, before + 3])
    expect(body[0]).toMatchObject({ sandbox: { id: other.id }, group: { suffix: 'team' }, asOwner: false })
    const mine = body.find((each: { sandbox: { id: string } }) => each.sandbox.id === owned.id)
    expect(mine).toMatchObject({ asOwner: true, person: { id: app.persona('Priya').id } })
    const accounts = await as(app, 'Priya').get('/account-access/UserExistingAccess')
    expect(accounts.body.filter((each: { group: { name: string } }) => each.group.name.startsWith('sbx-'))).toEqual([])
  })

  roleSuite(
    'listMySandboxAccess',
    () => app,
    () => ({ path: '/sandbox-access/myAccess' }),
  )
})
